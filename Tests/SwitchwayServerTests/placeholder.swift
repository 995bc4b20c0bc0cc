// SwitchwayServerTests
