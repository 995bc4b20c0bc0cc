import Foundation
import ProgramFixtures
import Testing

/// `make uninstall` removes what `make install` and `make install-scan` put there, and nothing else.
@Suite("make uninstall", .blocking) struct UninstallTests {
  private let scene: Scene
  private var root: String { "\(scene.folder)/root" }

  init() throws { scene = try Scene() }

  /// Runs targets of the Makefile with the programs that the tests use instead of released ones. The shell reads the
  /// script: to run it fails while a process that another test forks still has it open for writing.
  private func make(_ targets: String...) throws -> Program.Result {
    let swift = "/bin/sh " + (try scene.file("swift", "echo \(Program.folder)\n"))
    return try Program.run(
      "/usr/bin/make", ["-s", "-C", Scene.top] + targets + ["SWIFT=\(swift)", "DESTDIR=\(root)", "PREFIX=/usr"],
      environment: ["PATH": "/usr/bin:/bin", "HOME": scene.folder])
  }

  /// Files and links below the root, by their paths.
  private func files() -> [String] {
    let all = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
    return all.filter { path in
      var isFolder: ObjCBool = false
      let isThere = unsafe FileManager.default.fileExists(atPath: "\(root)/\(path)", isDirectory: &isFolder)
      return isThere && !isFolder.boolValue
    }.sorted()
  }

  @Test("nothing of Switchway is left, and files of others stay")
  func all() throws {
    // A profile of the administrator in the folder of the shipped ones, a Python module's cache, another man page.
    let others = ["usr/share/switchway/profiles/ours.yaml", "usr/share/man/man1/other.1"]
    for path in others {
      let folder = ("\(root)/\(path)" as NSString).deletingLastPathComponent
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try Data("x".utf8).write(to: URL(filePath: "\(root)/\(path)"))
    }
    let installed = try make("install", "install-scan")
    #expect(installed.status == 0, "\(installed)")
    #expect(files().count > 45, "what was installed: \(files())")
    let removed = try make("uninstall")
    #expect(removed.status == 0, "\(removed)")
    #expect(files() == others.sorted())
    // Its own folders go if they are empty.
    for folder in ["share/switchway/recordings", "share/switchway/python", "lib/python3/dist-packages/switchway"] {
      #expect(!FileManager.default.fileExists(atPath: "\(root)/usr/\(folder)"), "\(folder)")
    }
    let again = try make("uninstall")
    #expect(again.status == 0 && files() == others.sorted(), "\(again)")
  }
}
