// SwitchwayDaemon
