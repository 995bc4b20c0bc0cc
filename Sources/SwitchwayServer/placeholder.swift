// SwitchwayServer
