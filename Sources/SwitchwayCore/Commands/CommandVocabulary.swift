/// The vocabulary of commands.
public enum CommandVocabulary {
  /// Never published on one press.
  public static let destructive: Set<String> = ["restart", "power", "sos", "delete"]
}
