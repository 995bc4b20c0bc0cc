import SwitchwayText
import SwitchwayTime
import SwitchwayYAML

/// How the desktop scanner speaks: the section `speech` of `desktop.yaml`.
package struct SpeechSettings: Hashable, Sendable {
  /// The value of `items` in the settings.
  package enum Items: String, CaseIterable, Sendable {
    case no, yes
  }

  /// Whether speech is on at the start. The panel can switch it on and off.
  package var speaksItems = false
  /// The name of a voice of speech-dispatcher. If it is `nil`, speech-dispatcher uses its own setting.
  package var voice: String?
  /// The rate of speech, −100…100. If it is `nil`, speech-dispatcher uses its own setting.
  package var rate: Int?
  /// The name of a sink of PulseAudio or PipeWire. If it is `nil`, the default sink is used.
  package var output: String?
  /// The longest time that a step waits until its name was spoken, µs: 0, or 0.1 s to 30 s.
  package var wait: Int64 = 0

  package init() {}
}

extension DesktopSettingsReader {
  /// Reads the section `speech`. If the section exists, the panel has places for speech.
  func speech(_ pair: YAMLNode.Pair) -> SpeechSettings {
    var settings = SpeechSettings()
    let keys = ["items", "voice", "rate", "output", "wait"]
    for field in findings.mapping(pair, keys: keys, example: "speech: {items: yes}") ?? [] {
      switch field.name {
      case "items": settings.speaksItems = findings.choice(field) == SpeechSettings.Items.yes
      case "rate": settings.rate = rate(field)
      case "wait": settings.wait = wait(field) ?? 0
      case "voice": settings.voice = name(field, example: "voice: German")
      default: settings.output = name(field, example: "output: bluez_output.headphones")
      }
    }
    return settings
  }

  private func rate(_ field: YAMLNode.Pair) -> Int? {
    if let text = field.value.text, text.utf8.count < 5, let rate = Int(text), (-100...100).contains(rate) {
      return rate
    }
    findings.error(
      field.value, "expected a whole number from -100 to 100 for 'rate', found \(field.value.words)",
      help: "write for example rate: 20; 0 is the voice's own")
    return nil
  }

  private func wait(_ field: YAMLNode.Pair) -> Int64? {
    findings.duration(field, in: .milliseconds(100)...(.seconds(30)), orZero: true)?.value
  }

  /// Reads a name of the speech server. Returns `nil` after an error.
  private func name(_ field: YAMLNode.Pair, example: String) -> String? {
    if let text = field.value.text, SpeechName.isName(text) { return text }
    findings.error(
      field.value, "expected a name for '\(field.name)', found \(field.value.words)",
      help: "write for example \(example)")
    return nil
  }
}
