// SwitchwayDaemonTests
