// SwitchwayProtocol
