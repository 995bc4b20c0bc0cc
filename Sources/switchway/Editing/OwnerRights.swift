import CLinuxInput
import Glibc

/// Reads profiles with the rights of the person whose they are.
enum OwnerRights {
  /// What `body` answers, run with `owner`'s rights on files where this program runs as root and `owner` is another
  /// user: then what the person's files extend, or link to, is read only where the person can read it.
  static func with<Answer>(_ owner: uid_t, _ body: () -> Answer) throws(CommandFailure) -> Answer {
    guard geteuid() == 0, owner != 0 else { return body() }
    let failure = sw_act_as(owner)
    guard failure == 0 else { throw FileFailure.of("cannot read as the owner of", "the profile", code: -failure) }
    let answer = body()
    guard sw_act_as_self() == 0 else { throw FileFailure.of("cannot go on as root after reading", "the profile") }
    return answer
  }
}
