// SwitchwayCoreTests
