// SwitchwayProtocolTests
