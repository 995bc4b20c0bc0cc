import CLinuxInput
import Glibc

/// Reads profiles with the access rights of their owner.
enum OwnerRights {
  /// Runs `body` with `owner`'s file access rights, if this program runs as root and `owner` is another user. Then
  /// files that the person's profile extends or links to are read only if the person may read them.
  static func with<Answer>(_ owner: uid_t, _ body: () -> Answer) throws(CommandFailure) -> Answer {
    guard geteuid() == 0, owner != 0 else { return body() }
    let failure = sw_act_as(owner)
    guard failure == 0 else { throw FileFailure.of("cannot read as the owner of", "the profile", code: -failure) }
    let answer = body()
    guard sw_act_as_self() == 0 else { throw FileFailure.of("cannot go on as root after reading", "the profile") }
    return answer
  }
}
