
export default class SwitchwayExtension extends Extension {
  enable() {
    this._service = new Service();
  }

  disable() {
    this._service.end();
    this._service = null;
  }
}
