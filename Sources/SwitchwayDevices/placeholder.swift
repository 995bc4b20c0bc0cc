// SwitchwayDevices
