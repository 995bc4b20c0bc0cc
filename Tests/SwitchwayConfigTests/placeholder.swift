// SwitchwayConfigTests
