// SwitchwayDevicesTests
