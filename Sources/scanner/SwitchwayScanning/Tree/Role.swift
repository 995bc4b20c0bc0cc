/// The kind of object that a node is. The names and the raw values are those of AT-SPI, in the order of its numbers. A
/// number without a case counts as `unknown`. Source: at-spi2-core 2.46, `AtspiRole`.
public enum Role: UInt32, CaseIterable, Sendable {
  case invalid, acceleratorLabel, alert, animation, arrow, calendar, canvas, checkBox, checkMenuItem, colorChooser,
    columnHeader, comboBox, dateEditor, desktopIcon, desktopFrame, dial, dialog, directoryPane, drawingArea,
    fileChooser, filler, focusTraversable, fontChooser, frame, glassPane, htmlContainer, icon, image, internalFrame,
    label, layeredPane, list, listItem, menu, menuBar, menuItem, optionPane, pageTab, pageTabList, panel,
    passwordText, popupMenu, progressBar, pushButton, radioButton, radioMenuItem, rootPane, rowHeader, scrollBar,
    scrollPane, separator, slider, spinButton, splitPane, statusBar, table, tableCell, tableColumnHeader,
    tableRowHeader, tearoffMenuItem, terminal, text, toggleButton, toolBar, toolTip, tree, treeTable, unknown,
    viewport, window, extended, header, footer, paragraph, ruler, application, autocomplete, editbar, embedded, entry,
    chart, caption, documentFrame, heading, page, section, redundantObject, form, link, inputMethodWindow, tableRow,
    treeItem, documentSpreadsheet, documentPresentation, documentText, documentWeb, documentEmail, comment, listBox,
    grouping, imageMap, notification, infoBar, levelBar, titleBar, blockQuote, audio, video, definition, article,
    landmark, log, marquee, math, rating, timer, staticText, mathFraction, mathRoot, `subscript`, superscript,
    descriptionList, descriptionTerm, descriptionValue, footnote, contentDeletion, contentInsertion, mark, suggestion,
    pushButtonMenu

  static let byWord = Dictionary(uniqueKeysWithValues: allCases.map { ($0.word, $0) })

  /// Whether it is an entry of a menu: a plain one, or one that can be checked.
  public var isMenuEntry: Bool { [.menuItem, .checkMenuItem, .radioMenuItem].contains(self) }

  /// The name that is shown to a person, such as `push button`.
  public var name: String { word.split(separator: "-").joined(separator: " ") }

  /// The role's name in a recorded tree, such as `push-button`.
  var word: String { "\(self)".reduce(into: "") { $0 += $1.isUppercase ? "-\($1.lowercased())" : String($1) } }
}

/// States of a node. The bits are AT-SPI's. Source: at-spi2-core 2.46, `AtspiStateType`.
public struct States: OptionSet, Hashable, Sendable {
  /// The names of the states. The index of a name is the number of the state's bit.
  static let names = [
    "invalid", "active", "armed", "busy", "checked", "collapsed", "defunct", "editable", "enabled", "expandable",
    "expanded", "focusable", "focused", "has-tooltip", "horizontal", "iconified", "modal", "multi-line",
    "multiselectable", "opaque", "pressed", "resizable", "selectable", "selected", "sensitive", "showing",
    "single-line", "stale", "transient", "vertical", "visible", "manages-descendants", "indeterminate", "required",
    "truncated", "animated", "invalid-entry", "supports-autocompletion", "selectable-text", "is-default", "visited",
    "checkable", "has-popup", "read-only",
  ]

  public let rawValue: UInt64

  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// The states that the scanner uses, with AT-SPI's names.
  public static let active = States(rawValue: 1 << 1)
  public static let checked = States(rawValue: 1 << 4)
  public static let defunct = States(rawValue: 1 << 6)
  public static let editable = States(rawValue: 1 << 7)
  public static let enabled = States(rawValue: 1 << 8)
  public static let expanded = States(rawValue: 1 << 10)
  public static let focusable = States(rawValue: 1 << 11)
  public static let focused = States(rawValue: 1 << 12)
  public static let iconified = States(rawValue: 1 << 15)
  public static let modal = States(rawValue: 1 << 16)
  public static let pressed = States(rawValue: 1 << 20)
  public static let selectable = States(rawValue: 1 << 22)
  public static let selected = States(rawValue: 1 << 23)
  public static let sensitive = States(rawValue: 1 << 24)
  public static let showing = States(rawValue: 1 << 25)
  public static let visible = States(rawValue: 1 << 30)
  public static let managesDescendants = States(rawValue: 1 << 31)
  public static let checkable = States(rawValue: 1 << 41)
  public static let hasPopup = States(rawValue: 1 << 42)
}

/// The interfaces of AT-SPI that a node has. Only interfaces that the scanner uses are here.
public struct Interfaces: OptionSet, Hashable, Sendable {
  /// The interfaces' names on the bus, without the prefix `org.a11y.atspi.`. The index of a name is the number of the
  /// interface's bit.
  public static let names = [
    "Action", "Component", "Text", "EditableText", "Value", "Selection", "Hyperlink", "Hypertext", "Collection",
    "Table",
  ]

  public let rawValue: UInt16

  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The interfaces that the scanner's code uses, with AT-SPI's names.
  public static let action = Interfaces(rawValue: 1 << 0)
  public static let text = Interfaces(rawValue: 1 << 2)
  public static let editableText = Interfaces(rawValue: 1 << 3)
  public static let value = Interfaces(rawValue: 1 << 4)
  public static let selection = Interfaces(rawValue: 1 << 5)
  public static let collection = Interfaces(rawValue: 1 << 8)
}
