import SwitchwayCore
import SwitchwayText

/// Writes inputs of switches as in profiles, for people.
public enum InputText {
  /// The part after `DEVICE/` of an input in a profile: `button-1`, `any`, `btn_trigger`, `abs_x > 60%`, `abs_y
  /// 30%..80%`, `rel_x > 20 within 300ms`.
  public static func text(of selector: InputSelector) -> String {
    switch selector {
    case .anyKey: return "any"
    case .button(let number): return "button-\(number)"
    case .key(let code): return EventNames.name(type: EventType.key, code) ?? hex(code)
    case .movement(let movement): return text(of: movement)
    case .axis(let axis):
      let name = EventNames.name(type: EventType.absolute, axis.code) ?? hex(axis.code)
      switch axis.region {
      case .beyond(let level): return "\(name) \(level.units < 0 ? "<" : ">") \(text(of: level))"
      case .within(let low, let high): return "\(name) \(text(of: low))..\(text(of: high))"
      }
    }
  }

  /// A movement: `rel_x > 20 within 300ms`.
  private static func text(of movement: MovementCondition) -> String {
    let name = EventNames.name(type: EventType.relative, movement.code) ?? hex(movement.code)
    let sign = movement.level < 0 ? "<" : ">"
    return "\(name) \(sign) \(movement.level) within \(DurationText.written(movement.within))"
  }

  /// A level, rounded to a thousandth of a percent: `60%`, `-33.333%`.
  public static func text(of level: AxisLevel) -> String {
    let thousandths = (level.units.magnitude * 2 + 3) / 6
    var decimals = String(thousandths % 1_000 + 1_000).dropFirst()
    while decimals.last == "0" { decimals.removeLast() }
    return (level.units < 0 ? "-" : "") + "\(thousandths / 1_000)" + (decimals.isEmpty ? "" : ".\(decimals)") + "%"
  }

  private static func hex(_ code: UInt16) -> String { "0x" + String(code, radix: 16) }
}
