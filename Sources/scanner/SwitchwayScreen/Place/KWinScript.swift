/// The script that `KWinSource` runs in KWin. It reports the active window with its popups, and the list of windows,
/// each as one string of JSON, when they change. It runs in KWin 5.27 and 6.
enum KWinScript {
  /// The name that the script has in KWin.
  static let name = "switchway-scan"
  /// The path of the object to which the script reports.
  static let path = "/io/switchway/Scan"
  static let interface = "io.switchway.Scan"
  /// The methods that the script calls, each with one string.
  enum Method {
    static let front = "Front"
    static let windows = "Windows"
  }
  /// The longest title that is reported, in UTF-16 units. A title can be a megabyte long.
  static let longestTitle = 200
  /// The largest number of windows, and of popups, that are reported. Arbitrary.
  static let maxWindows = WindowReport.maxWindows

  /// The script. `receiver`: the unique name of the connection to which it reports, so that no other program can
  /// receive its reports by owning a name.
  static func reporting(to receiver: String) -> String {
    """
    var six = workspace.windowList !== undefined;
    var active = null, lastFront = "", lastWindows = "";
    function rect(r) { return r ? [r.x, r.y, r.width, r.height] : null; }
    function title(w) { return String(w.caption).slice(0, \(longestTitle)); }
    function all() { return six ? workspace.windowList() : workspace.clientList(); }
    function send(method, value, last) {
      var text = JSON.stringify(value);
      if (text !== last) callDBus("\(receiver)", "\(path)", "\(interface)", method, text);
      return text;
    }
    // Plasma's panel never has the keyboard. It counts as in front while its desktop does.
    function panelOf(desktop) {
      var list = all();
      for (var i = 0; i < list.length; i++)
        if (list[i].dock && list[i].pid === desktop.pid && !list[i].hidden && !list[i].deleted) return list[i];
      return desktop;
    }
    function reportFront() {
      var value = null;
      if (active) {
        var front = active.desktopWindow ? panelOf(active) : active;
        var popups = [], list = all();
        for (var i = 0; i < list.length && popups.length < \(maxWindows); i++) {
          var p = list[i];
          if (p.popupWindow && p.pid === active.pid && !p.hidden && !p.deleted)
            popups.push({frame: rect(p.frameGeometry), buffer: rect(p.bufferGeometry)});
        }
        // The panel has no title on the accessibility bus, where KWin calls it by its program.
        value = {pid: front.pid, title: front.dock ? "" : title(front), frame: rect(front.frameGeometry),
          content: rect(front.clientGeometry), buffer: rect(front.bufferGeometry), popups: popups};
      }
      lastFront = send("\(Method.front)", {window: value}, lastFront);
    }
    function reportWindows() {
      var found = [], list = all(), desktop = null;
      for (var i = 0; i < list.length && found.length < \(maxWindows) - 1; i++) {
        var w = list[i];
        if (w.desktopWindow && panelOf(w) !== w) desktop = desktop || w;
        if ((w.normalWindow || w.dialog) && !w.skipTaskbar) found.push({id: String(w.internalId), title: title(w)});
      }
      if (desktop) found.push({id: String(desktop.internalId), title: "Plasma"});
      lastWindows = send("\(Method.windows)", {windows: found}, lastWindows);
    }
    function report() { reportFront(); reportWindows(); }
    var signals = ["frameGeometryChanged", "clientGeometryChanged", "bufferGeometryChanged", "fullScreenChanged"];
    function follow(w) {
      for (var i = 0; i < signals.length; i++) if (w[signals[i]])
        w[signals[i]].connect(function () { if (w === active || w.popupWindow) reportFront(); });
      if (w.captionChanged) w.captionChanged.connect(report);
      if (w.hiddenChanged) w.hiddenChanged.connect(reportFront);
    }
    function activated(w) { active = w || null; report(); }
    function added(w) { follow(w); report(); }
    function removed(w) { if (w === active) active = null; report(); }
    all().forEach(follow);
    if (six) {
      workspace.windowActivated.connect(activated);
      workspace.windowAdded.connect(added);
      workspace.windowRemoved.connect(removed);
      activated(workspace.activeWindow);
    } else {
      workspace.clientActivated.connect(activated);
      workspace.clientAdded.connect(added);
      workspace.clientRemoved.connect(removed);
      activated(workspace.activeClient);
    }

    """
  }

  /// A script that activates one window and does nothing else. `nil` if the id does not have the form of KWin's ids.
  static func raising(_ id: String) -> String? {
    // An id such as {5c9d7a8e-…}: no other text may get into a script.
    let isID = id.count <= 64 && id.unicodeScalars.allSatisfy { "{}-".unicodeScalars.contains($0) || $0.isHexDigit }
    guard isID else { return nil }
    return """
      var six = workspace.windowList !== undefined;
      var list = six ? workspace.windowList() : workspace.clientList();
      for (var i = 0; i < list.length; i++) if (String(list[i].internalId) === "\(id)") {
        if (list[i].minimized) list[i].minimized = false;
        if (six) workspace.activeWindow = list[i]; else workspace.activeClient = list[i];
      }

      """
  }
}

extension Unicode.Scalar {
  fileprivate var isHexDigit: Bool { properties.isASCIIHexDigit }
}
