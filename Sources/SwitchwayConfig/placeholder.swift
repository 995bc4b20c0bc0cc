// SwitchwayConfig
