// SwitchwayJSON
