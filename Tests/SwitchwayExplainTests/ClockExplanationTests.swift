import SwitchwayClock
import SwitchwayConfig
import SwitchwayCore
import SwitchwayExplain
import SwitchwayProtocol
import SwitchwayTime
import Testing

/// What `get` `config` says of the scanning clock. A front end that draws between the steps needs it.
@Suite("The clock of get config") struct ClockExplanationTests {
  @Test("interval, pause and reaction are those of the profile")
  func clock() {
    var profile = Profile.empty
    profile.scan.style = .auto
    (profile.scan.interval, profile.scan.firstItemPause) = (.milliseconds(1_200), .milliseconds(300))
    profile.scan.reaction = .milliseconds(150)
    let explanation = ProfileExplanation.of(profile, ProfilePlaces(), bridge: nil)
    let read = Wire.Explanation(Members(explanation.json)).scan
    #expect(read?.interval == 1_200_000 && read?.firstItemPause == 300_000 && read?.reaction == 150_000)
  }
}
