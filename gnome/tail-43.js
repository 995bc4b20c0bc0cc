
class SwitchwayExtension {
  enable() {
    this._service = new Service();
  }

  disable() {
    this._service.end();
    this._service = null;
  }
}

function init() {
  return new SwitchwayExtension();
}
