extension MessageLanguage {
  /// German. Each English sentence stands above the German one, which is indented. A long sentence continues in the
  /// next line, and `\n` is a line feed. `{}` stands for a word; where German has another order, `{2}` is the second
  /// word.
  static let german = MessageLanguage(
    code: "de", decimalMark: ",",
    lettersInASCII: ["ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss"],
    table: #"""
      Enter
        Eingabe

      back
        zurück

      Number
        Nummer

      Number, or Enter for {}
        Nummer, oder Eingabe für {}

      (q: cancel)
        (q: abbrechen)

      (q and Enter: cancel without changes)
        (q und Eingabe: abbrechen, ohne etwas zu ändern)

      waiting: a press starts it
        wartet: ein Druck startet es

      Not a valid answer: {}.
        Diese Antwort passt nicht: {}.

      Not a valid answer: press, or type one of these numbers.
        Diese Antwort passt nicht: drücken Sie, oder tippen Sie eine dieser Nummern.

      press a switch
        drücken Sie einen Schalter

      type a number from 1 to {}
        tippen Sie eine Nummer von 1 bis {}

      {}, or {}
        {}, oder {}

      or
        oder

      and
        und

      a time from 0.2s to 30s
        eine Zeit von 0,2s bis 30s

      a time up to 2s, such as 80ms
        eine Zeit bis 2s, zum Beispiel 80ms

      a percentage from 5 to 95
        eine Zahl von 5 bis 95 (Prozent)

      expected {}
        möglich ist {}

      expected 'yes' or 'no'
        möglich ist 'yes' oder 'no'

      there is no question left
        es ist keine Frage mehr offen

      no switch is asked for now
        es wird gerade nach keinem Schalter gefragt

      use at most {} switches
        höchstens {} Schalter sind möglich

      setup: no terminal to ask questions on
        setup: hier ist kein Terminal für die Fragen

      run it in a terminal, or use --json
        starten Sie es in einem Terminal, oder mit --json

      setup cancelled; nothing was changed
        setup wurde abgebrochen; nichts wurde geändert

      Switchway is not running, so no press can be read
        Switchway läuft nicht, darum kann kein Druck gelesen werden

      sudo switchway install-service {}\nThen: switchway setup
        sudo switchway install-service {}\nDann: switchway setup

      Switchway runs for {}; setup for root does not change the switches of {}
        Switchway läuft für {}; setup als root ändert die Schalter von {} nicht

      run it without sudo: switchway setup
        ohne sudo aufrufen: switchway setup

      another 'switchway setup' is running a trial
        ein anderes 'switchway setup' probiert gerade etwas aus

      finish or cancel that one first
        beenden Sie zuerst das andere

      An earlier trial was interrupted. Its settings are no longer active.
        Ein früherer Versuch wurde unterbrochen. Seine Einstellungen gelten nicht mehr.

      {} cannot be used as a starting point: {}. Setup asks every question and writes a new file. The old one is kept
      beside it.
        {} kann nicht übernommen werden: {}. Setup stellt alle Fragen und schreibt eine neue Datei. Die alte bleibt
        daneben erhalten.

      it is not UTF-8
        der Text ist nicht in UTF-8

      it has errors; 'switchway check{}' shows them
        sie hat Fehler; 'switchway check{}' zeigt sie

      it has no switch and no keyboard
        sie hat keinen Schalter und keine Tastatur

      it has {} switches, and setup can change at most {}
        sie hat {} Schalter, und setup kann höchstens {} ändern

      another setting in it, such as 'extends', overrides them
        eine andere Einstellung darin, etwa 'extends', überschreibt sie

      the file is written in a way that a program cannot change safely
        die Datei ist so geschrieben, dass ein Programm sie nicht sicher ändern kann

      This terminal is too small to show a whole question: {} columns, {} lines. Setup continues with plain lines. 80
      columns and 24 lines are better.
        Dieses Terminal ist zu klein für eine ganze Frage: {} Spalten, {} Zeilen. Setup zeigt darum einfache Zeilen. 80
        Spalten und 24 Zeilen sind besser.

      Press each switch you want to use three times, pausing after each press. Then wait.
        Drücken Sie jeden Schalter, den Sie benutzen wollen, dreimal, mit einer Pause nach jedem Druck. Dann warten Sie.

      Do you use one of these instead? Type its number, then Enter.
        Oder benutzen Sie eines von diesen? Tippen Sie die Nummer und die Eingabetaste.

      a sip-and-puff straw
        ein Blasrohr (Saug-Blas-Schalter)

      a whole keyboard, for one finger or a mouth stick
        eine ganze Tastatur, für einen Finger oder einen Mundstab

      keep the switches as they are
        die Schalter so lassen, wie sie sind

      Press the other switch three times, pausing after each press. Then wait. (If there is no other switch, press one
      that setup already knows.)
        Drücken Sie den anderen Schalter dreimal, mit einer Pause nach jedem Druck. Dann warten Sie. (Gibt es keinen
        anderen, drücken Sie einen, den setup schon kennt.)

      Puff three times, pausing after each puff. If you also want to use sips, sip three times. Then wait.
        Blasen Sie dreimal, mit einer Pause nach jedem Mal. Wenn Sie auch saugen wollen, saugen Sie dreimal. Dann warten
        Sie.

      Was that a sip or a puff?
        War das ein Saugen oder ein Blasen?

      yes, a sip-and-puff straw
        ja, ein Blasrohr

      no, a stick or something else that moves
        nein, ein Hebel oder etwas anderes, das sich bewegt

      How hard must a breath be? Breathe three times, as softly as is comfortable, pausing after each breath. The bar
      shows how hard each one is. From then on, half of the weakest is enough. Or type a number.
        Wie stark muss ein Atemzug sein? Blasen Sie dreimal, so sanft es angenehm ist, mit einer Pause nach jedem Mal.
        Der Balken zeigt die Stärke. Danach genügt die Hälfte des schwächsten. Oder tippen Sie eine Nummer.

      10 %: the softest breath counts
        10 %: der sanfteste Atemzug zählt

      20 %: a soft breath
        20 %: ein sanfter Atemzug

      30 %: suits most people
        30 %: passt für die meisten

      60 %: only a firm breath
        60 %: nur ein kräftiger Atemzug

      How late does the sensor report a breath?
        Mit welcher Verzögerung meldet der Sensor einen Atemzug?

      at once
        sofort

      0.05 s: most sensors
        0,05 s: die meisten Sensoren

      0.1 s
        0,1 s

      0.2 s: a long tube
        0,2 s: ein langer Schlauch

      What moves the highlight, and what chooses?
        Was bewegt die Markierung, und was wählt aus?

      two-switch scanning
        Scannen mit zwei Schaltern

      one switch moves the highlight, another chooses
        ein Schalter bewegt die Markierung, ein anderer wählt

      automatic scanning
        automatisches Scannen

      time moves the highlight, and a press chooses
        die Markierung läuft von selbst, und ein Druck wählt

      step scanning
        schrittweises Scannen

      each press moves the highlight, and waiting chooses
        jeder Druck bewegt die Markierung, und Warten wählt

      inverse scanning
        umgekehrtes Scannen

      holding moves the highlight, and releasing chooses
        Halten bewegt die Markierung, und Loslassen wählt

      the scanning program moves the highlight and chooses, as now
        das Scanprogramm bewegt die Markierung und wählt, wie jetzt

      '{}' {}.
        '{}' {}.

      This is {}: {}.
        Das ist {}: {}.

      Is that right?
        Ist das richtig?

      yes
        ja

      the other way round
        umgekehrt

      change what '{}' does
        ändern, was '{}' tut

      use another scanning method
        eine andere Art des Scannens

      add another switch
        noch ein Schalter

      presses were misread: choose which ones count
        Drücke wurden falsch gelesen: wählen, welche zählen

      breaths were misread: choose which ones count
        Atemzüge wurden falsch gelesen: wählen, welche zählen

      What should '{}' do?
        Was soll '{}' tun?

      {} (as '{}')
        {} (wie '{}')

      move on to the next item
        zum nächsten Feld weitergehen

      moves on to the next item
        geht zum nächsten Feld weiter

      choose the highlighted item
        das markierte Feld wählen

      chooses the highlighted item
        wählt das markierte Feld

      move back by one item
        um ein Feld zurückgehen

      moves back by one item
        geht um ein Feld zurück

      open the menu
        das Menü öffnen

      opens the menu
        öffnet das Menü

      go back to the previous place
        an die vorige Stelle zurückgehen

      goes back to the previous place
        geht an die vorige Stelle zurück

      call for help
        Hilfe rufen

      calls for help
        ruft Hilfe

      do nothing, and type nothing
        nichts tun und nichts tippen

      does nothing
        tut nichts

      does what it does now
        tut, was er jetzt tut

      does '{}'
        löst '{}' aus

      as it is now
        wie jetzt

      as it is now: {}
        wie jetzt: {}

      What moves the highlight?
        Was bewegt die Markierung?

      Which presses count?
        Welche Drücke zählen?

      Which breaths count?
        Welche Atemzüge zählen?

      Which presses of keys count?
        Welche Tastendrücke zählen?

      The answer applies to all switches.
        Die Antwort gilt für alle Schalter.

      as measured: setup has found a filter that fits
        wie gemessen: setup hat einen passenden Filter gefunden

      clean presses, also quick double presses (quick)
        saubere Drücke, auch schnell zweimal (quick)

      a worn switch: contacts within 0.03 s count as one (gentle)
        ein abgenutzter Schalter: Kontakte innerhalb von 0,03 s zählen als einer (gentle)

      the hand trembles: another press within 0.3 s does not count (tremor)
        die Hand zittert: ein weiterer Druck innerhalb von 0,3 s zählt nicht (tremor)

      presses come twice: another press within 0.5 s does not count (spasm)
        Drücke kommen doppelt: ein weiterer Druck innerhalb von 0,5 s zählt nicht (spasm)

      the hand brushes the switch: a press must last 0.12 s (steady)
        die Hand streift den Schalter: ein Druck muss 0,12 s dauern (steady)

      the hand rests on the switch: a press must last 0.18 s (strong)
        die Hand liegt auf dem Schalter: ein Druck muss 0,18 s dauern (strong)

      clean breaths, also quick double ones (quick)
        saubere Atemzüge, auch schnell zweimal (quick)

      the breath trembles: another one within 0.3 s does not count (tremor)
        der Atem zittert: ein weiterer Atemzug innerhalb von 0,3 s zählt nicht (tremor)

      breaths come twice: another one within 0.5 s does not count (spasm)
        Atemzüge kommen doppelt: ein weiterer innerhalb von 0,5 s zählt nicht (spasm)

      coughing and speaking: a breath must last 0.12 s (steady)
        Husten und Sprechen: ein Atemzug muss 0,12 s dauern (steady)

      long breaths by accident: a breath must last 0.18 s (strong)
        lange, ungewollte Atemzüge: ein Atemzug muss 0,18 s dauern (strong)

      every press of a key counts at once (off)
        jeder Tastendruck zählt sofort (off)

      a worn keyboard: contacts within 0.03 s count as one (gentle)
        eine abgenutzte Tastatur: Kontakte innerhalb von 0,03 s zählen als einer (gentle)

      the hand trembles: the same key within 0.3 s does not count (tremor)
        die Hand zittert: dieselbe Taste innerhalb von 0,3 s zählt nicht (tremor)

      the hand brushes keys: a press must last 0.12 s (steady)
        die Hand streift Tasten: ein Druck muss 0,12 s dauern (steady)

      the hand rests on keys: a press must last 0.18 s (strong)
        die Hand liegt auf Tasten: ein Druck muss 0,18 s dauern (strong)

      How do you press two keys that belong together, such as Tab and Z?
        Wie drücken Sie zwei Tasten, die zusammengehören, zum Beispiel Tab und Z?

      one after the other: first Tab, then Z
        nacheinander: zuerst Tab, dann Z

      both at the same time
        beide gleichzeitig

      Which layout does the keyboard have? It decides which key types which character.
        Welche Belegung hat die Tastatur? Sie bestimmt, welche Taste welches Zeichen schreibt.

      {}, as in {}
        {}, wie in {}

      {}, as now
        {}, wie jetzt

      'switchway-scan' has an on-screen keyboard. May Switchway type the text that is chosen there? Then your other
      programs can also use Switchway to type.
        'switchway-scan' hat eine Bildschirmtastatur. Darf Switchway den Text tippen, der dort gewählt wird? Dann können
        auch Ihre anderen Programme mit Switchway tippen.

      no: you cannot write with it, and some menus and items do not work
        nein: dann kann man damit nicht schreiben, und manche Menüs und Felder gehen nicht

      yes, type the text that is chosen there
        ja, den Text tippen, der dort gewählt wird

      'switchway-scan' can point at any place of the screen, also where a program describes nothing, such as in a game.
      May Switchway move the pointer and click there? Then your other programs can also use Switchway to click.
        'switchway-scan' kann auf jede Stelle des Bildschirms zeigen, auch wo ein Programm nichts beschreibt, etwa in
        einem Spiel. Soll Switchway dort den Mauszeiger bewegen und klicken dürfen? Dann können auch Ihre anderen
        Programme mit Switchway klicken.

      no: games, drawings and maps cannot be used with it
        nein: dann gehen damit keine Spiele, Zeichnungen und Karten

      yes, move the pointer, click and drag at the places that are chosen there
        ja, an den Stellen, die dort gewählt werden, den Zeiger bewegen, klicken und ziehen

      How long is each item highlighted?
        Wie lange ist jedes Feld markiert?

      How long must you wait to choose an item?
        Wie lange müssen Sie warten, um ein Feld zu wählen?

      3 s per item
        3 s je Feld

      1.5 s
        1,5 s

      0.7 s
        0,7 s

      There is a profile: {}. What do you want to change?
        Es gibt ein Profil: {}. Was möchten Sie ändern?

      how you press keys that belong together
        wie Sie Tasten drücken, die zusammengehören

      which presses of keys count (now: {})
        welche Tastendrücke zählen (jetzt: {})

      the keyboard layout (now: {})
        die Tastaturbelegung (jetzt: {})

      the pace (now {} per item)
        das Tempo (jetzt {} je Feld)

      which presses count (now: {})
        welche Drücke zählen (jetzt: {})

      what the switches do
        was die Schalter tun

      what moves the highlight
        was die Markierung bewegt

      the switches: press them again
        die Schalter: sie noch einmal drücken

      the switch: press another one
        den Schalter: einen anderen drücken

      pointing with 'switchway-scan' (now: not allowed)
        Zeigen mit 'switchway-scan' (jetzt: nicht erlaubt)

      writing with 'switchway-scan' (now: not allowed)
        Schreiben mit 'switchway-scan' (jetzt: nicht erlaubt)

      nothing: only try it
        nichts: nur ausprobieren

      nothing: only try it, and find the right pace
        nichts: nur ausprobieren, und das richtige Tempo finden

      everything: ask all questions again
        alles: alle Fragen noch einmal stellen

      different for each switch
        bei jedem Schalter anders

      measured
        gemessen

      no filter
        kein Filter

      {}, {}: press {}
        {}, {}: Druck {}

      Press the next switch, or wait.
        Drücken Sie den nächsten Schalter, oder warten Sie.

      breath {}: {} %
        Atemzug {}: {} %

      Found one switch:
        Ein Schalter gefunden:

      Found {} switches:
        {} Schalter gefunden:

      its presses are clean, so each counts at once
        seine Drücke sind sauber, darum zählt jeder sofort

      each press is a short pulse, so it cannot be held
        jeder Druck ist ein kurzer Impuls, darum kann man ihn nicht halten

      the hand touches it before a press, so a press must last {}
        die Hand berührt ihn vor einem Druck, darum muss ein Druck {} dauern

      the hand presses again involuntarily, so for {} after each press further presses are ignored
        die Hand drückt ungewollt noch einmal, darum zählt {} lang nach jedem Druck kein weiterer

      its contact bounces, so contacts within {} count as one
        sein Kontakt prellt, darum zählen Kontakte innerhalb von {} als einer

      its weakest push reached {} %, so it counts from {} % on
        sein schwächster Druck erreichte {} %, darum zählt er ab {} %

      it rests at {} %, so it is released at {} %
        in Ruhe steht er auf {} %, darum gilt er bei {} % als losgelassen

      as a switch it no longer clicks, so keep another mouse for clicking; it still moves the pointer
        als Schalter klickt er nicht mehr, darum braucht es zum Klicken eine andere Maus; er bewegt weiter den Zeiger

      as a switch it no longer moves the pointer, there and back, so keep another mouse for that; it still clicks
        als Schalter bewegt er den Zeiger nicht mehr hin und her, darum braucht es dafür eine andere Maus; er klickt
        weiter

      No press has arrived yet. Is the switch plugged in? In another terminal, 'switchway devices' lists the devices
      that are, and 'switchway doctor' finds out why one is not read; 'sudo switchway doctor' also names programs of
      other users that have it. A key of a keyboard is shown at its third press; a weak breath only after you answer 'a
      sip-and-puff straw'.
        Noch ist kein Druck angekommen. Ist der Schalter eingesteckt? In einem anderen Terminal zeigt 'switchway
        devices' die angeschlossenen Geräte, und 'switchway doctor' findet heraus, warum eines nicht gelesen wird; 'sudo
        switchway doctor' nennt auch Programme anderer Benutzer, die es haben. Eine Taste einer Tastatur wird erst beim
        dritten Druck gezeigt; ein schwacher Atemzug erst nach der Antwort 'ein Blasrohr'.

      The switch still reads as pressed. Release it. If you have, it may be stuck: unplug it and plug it in again.
        Der Schalter gilt noch als gedrückt. Lassen Sie ihn los. Ist er schon losgelassen, hängt er vielleicht: ziehen
        Sie den Stecker, und stecken Sie ihn wieder ein.

      {}, {}, was pressed fewer than {} times. To use it, press it again. Otherwise wait.
        {}, {}, wurde weniger als {}-mal gedrückt. Um ihn zu benutzen, drücken Sie ihn noch einmal. Sonst warten Sie.

      {}: each press sends several keys that type, one after the other. If one of them were a switch, the others would
      still type into your programs. Let the device send a single key, such as F13.
        {}: jeder Druck sendet mehrere Tasten nacheinander, die schreiben. Wäre eine davon der Schalter, würden die
        anderen weiter in Ihre Programme schreiben. Stellen Sie das Gerät auf eine einzige Taste ein, etwa F13.

      {}: keys were pressed, but none three times in a row, so none counts. Press one key three times, and no other key
      between. If each press sends several keys, let the device send a single one.
        {}: Tasten wurden gedrückt, aber keine dreimal hintereinander, darum zählt keine. Drücken Sie eine Taste dreimal
        und keine andere dazwischen. Sendet jeder Druck mehrere Tasten, stellen Sie das Gerät auf eine einzige ein.

      {} was moved, but it also types, so its movements cannot be found here. Press one key of it three times, or write
      its movement into the profile (man switchway.yaml).
        {} wurde bewegt, aber es schreibt auch, darum lassen sich seine Bewegungen hier nicht finden. Drücken Sie eine
        seiner Tasten dreimal, oder schreiben Sie die Bewegung in das Profil (man switchway.yaml).

      {} was moved, as a mouse, a ball or a knob is, but not clearly enough for a switch. Push it, or turn it by a few
      clicks, three times the same way, with a pause after each. Or press a button of it.
        {} wurde bewegt, wie eine Maus, eine Kugel oder ein Drehknopf, aber nicht deutlich genug für einen Schalter.
        Schieben Sie es, oder drehen Sie es um einige Rasten, dreimal in dieselbe Richtung, mit einer Pause nach jedem
        Mal. Oder drücken Sie einen seiner Knöpfe.

      {} was moved, but not far enough to count. Push it further. A breath counts only after you answer
      'a sip-and-puff straw'.
        {} wurde bewegt, aber nicht weit genug. Bewegen Sie es weiter. Ein Atemzug zählt erst nach der Antwort 'ein
        Blasrohr'.

      {} sends codes that stand for no key, so nothing can be read from it. Let it send another key; the database of
      udev (man hwdb) can give its codes keys.
        {} sendet Codes, zu denen keine Taste gehört, darum lässt sich nichts lesen. Stellen Sie eine andere Taste ein;
        die Datenbank von udev (man hwdb) kann den Codes Tasten geben.

      The emergency release is active, so no device is read. Type 'switchway resume' first.
        Die Notfreigabe ist aktiv, darum wird kein Gerät gelesen. Tippen Sie zuerst 'switchway resume'.

      The screen is locked. No press is read until you unlock it.
        Der Bildschirm ist gesperrt. Bis er entsperrt ist, wird kein Druck gelesen.

      Another session is active on this computer. No press is read until yours is active again.
        Auf diesem Computer ist eine andere Sitzung aktiv. Bis Ihre wieder aktiv ist, wird kein Druck gelesen.

      {} was unplugged or does not respond: plug it in again.
        {} wurde ausgesteckt oder antwortet nicht: stecken Sie es wieder ein.

      '{}' was pressed. It reports positions, as a tablet does, so Switchway leaves it to the desktop. Use another
      switch.
        '{}' wurde gedrückt. Es meldet Positionen wie ein Grafiktablett, darum überlässt Switchway es dem Desktop.
        Nehmen Sie einen anderen Schalter.

      '{}' was pressed. It is a touchpad or a touch screen, so Switchway leaves it to the desktop. Use another switch.
        '{}' wurde gedrückt. Es ist ein Touchpad oder ein Touchscreen, darum überlässt Switchway es dem Desktop. Nehmen
        Sie einen anderen Schalter.

      '{}' was pressed. It is one of the computer's own keys, such as the power key, so Switchway does not use it. Use
      another switch.
        '{}' wurde gedrückt. Es ist eine Taste des Computers selbst, etwa der Ein-Aus-Schalter, darum benutzt Switchway
        sie nicht. Nehmen Sie einen anderen Schalter.

      {}: {}.
        {}: {}.

      '{}' of the profile is not plugged in, but {} is, with the id {} and the kind {}
        '{}' aus dem Profil ist nicht eingesteckt, wohl aber {}, mit der Kennung {} und der Art {}

      {} is plugged in as a serial line, which Switchway cannot read
        {} ist als serielle Leitung eingesteckt, die Switchway nicht lesen kann

      {} is plugged in, but has no input that can be read
        {} ist eingesteckt, hat aber keine lesbare Eingabe

      another program has grabbed {}, so its presses do not arrive
        ein anderes Programm hat {} für sich, darum kommen keine Drücke an

      {} may have grabbed {}, so that its presses do not arrive
        {} hat {} vielleicht für sich, sodass keine Drücke ankommen

      the device may have changed its mode: change it back (many do with a key held while they are switched on), or set
      it up again
        vielleicht hat das Gerät seinen Modus gewechselt: stellen Sie ihn zurück (oft mit einer Taste, die beim
        Einschalten gehalten wird), oder richten Sie es neu ein

      change its program so that it sends keys or a joystick's buttons, as a keyboard does
        ändern Sie sein Programm so, dass es wie eine Tastatur Tasten oder die Knöpfe eines Joysticks sendet

      end that program; Switchway then grabs the device by itself; 'sudo fuser -v {}' names the program that has it
      open
        beenden Sie dieses Programm; Switchway übernimmt das Gerät dann von selbst; 'sudo fuser -v {}' nennt das
        Programm

      end that program; Switchway then grabs the device by itself; {}
        beenden Sie dieses Programm; Switchway übernimmt das Gerät dann von selbst; {}

      {} has it open
        {} hat es geöffnet

      {} have it open
        {} haben es geöffnet

      if its presses do not arrive, end that program and press again
        kommen keine Drücke an, beenden Sie dieses Programm, und drücken Sie noch einmal

      the manufacturer's program may have a mode in which it sends keys; set that, then plug it in again
        das Programm des Herstellers kennt vielleicht einen Modus, in dem es Tasten sendet; stellen Sie ihn ein, und
        stecken Sie das Gerät neu ein

      {} of {} is a key for power or sleep. As a switch it no longer turns the machine off or puts it to sleep.
        {} von {} ist eine Taste zum Ausschalten oder Schlafenlegen. Als Schalter tut sie das nicht mehr.

      {} also has a key for power or sleep. If Switchway grabs the device, that key does nothing; if not, each press of
      the switch also has the effect of its key on the desktop.
        {} hat auch eine Taste zum Ausschalten oder Schlafenlegen. Übernimmt Switchway das Gerät, tut diese Taste
        nichts; sonst wirkt jeder Druck des Schalters auch auf dem Desktop.

      The devices called {} are distinguished by their USB ports: always plug each into its own port.
        Die Geräte mit dem Namen {} werden an ihren USB-Anschlüssen unterschieden: stecken Sie jedes immer an seinen.

      The > moves by itself. Press your switch when it points to your answer. If it has stopped, press once to start it.
      If you type your answers, ignore it.
        Das > läuft von selbst. Drücken Sie Ihren Schalter, wenn es auf Ihre Antwort zeigt. Steht es, startet ein Druck
        es wieder. Wenn Sie tippen, beachten Sie es nicht.

      The > moves by itself. Press when it points to your answer. If it has stopped, press once to start it.
        Das > läuft von selbst. Drücken Sie, wenn es auf Ihre Antwort zeigt. Steht es, startet ein Druck es wieder.

      Each press moves the >. To choose, wait.
        Jeder Druck bewegt das >. Zum Wählen warten Sie.

      The > moves while you hold the switch. Release the switch when the > points to your answer.
        Das > läuft, solange Sie den Schalter halten. Lassen Sie ihn los, wenn das > auf Ihre Antwort zeigt.

      {} moves the >, and {} chooses.
        {} bewegt das >, und {} wählt.

      These answers change nothing in {}.
        Diese Antworten ändern nichts in {}.

      The other keys of {} still type. To silence one, make it a switch that does nothing.
        Die anderen Tasten von {} schreiben weiter. Damit eine nichts tut, machen Sie sie zu einem Schalter, der nichts
        tut.

      warning: {}
        Warnung: {}

      Try it now?
        Jetzt ausprobieren?

      yes, try it
        ja, ausprobieren

      no, cancel without changes
        nein, abbrechen, ohne etwas zu ändern

      Should Switchway grab the device?
        Soll Switchway das Gerät übernehmen?

      yes, grab it
        ja, übernehmen

      no, leave it to the desktop
        nein, dem Desktop lassen

      use another switch
        einen anderen Schalter nehmen

      With this file {} can never be pressed: another entry has the device, or it is not grabbed. Two identical devices
      without a serial number must each stay in their own USB port.
        Mit dieser Datei kann {} nie gedrückt werden: ein anderer Eintrag hat das Gerät, oder es wird nicht übernommen.
        Zwei gleiche Geräte ohne Seriennummer müssen jedes an seinem USB-Anschluss bleiben.

      press the switches again
        die Schalter noch einmal drücken

      try it anyway
        trotzdem ausprobieren

      These answers cannot be written into the file: {}
        Diese Antworten lassen sich nicht in die Datei schreiben: {}

      Give other answers, or change the file yourself: 'switchway edit{}'.
        Antworten Sie anders, oder ändern Sie die Datei selbst: 'switchway edit{}'.

      These settings are active for a trial. Nothing is saved until you choose '{}'.
        Diese Einstellungen gelten jetzt zur Probe. Nichts wird gespeichert, bis Sie '{}' wählen.

      the daemon has not grabbed it yet
        der Dienst hat es noch nicht übernommen

      {} could not be grabbed: {}.
        {} konnte nicht übernommen werden: {}.

      Until then its keys only type. 'switchway doctor' says more.
        Bis dahin schreiben seine Tasten nur. 'switchway doctor' sagt mehr.

      Until then its keys also type. 'switchway doctor' says more.
        Bis dahin schreiben seine Tasten auch. 'switchway doctor' sagt mehr.

      Switchway will now take over the keyboard. To get it back at any time, hold Backspace, Escape and Enter together
      for one second. Or press Ctrl, Alt, Super and P (one after the other, if you chose that): then every key types. Or
      stop the service: sudo systemctl stop switchway@USER.
        Switchway übernimmt jetzt die Tastatur. So bekommen Sie sie jederzeit zurück: halten Sie Rücktaste, Escape und
        Eingabe zusammen eine Sekunde lang. Oder drücken Sie Strg, Alt, Super und P (nacheinander, wenn Sie das gewählt
        haben): dann schreibt jede Taste. Oder beenden Sie den Dienst: sudo systemctl stop switchway@USER.

      Tab, and after it Z
        Tab und danach Z

      Tab and Z together
        Tab und Z zusammen

      Type something: keys type as usual. Then press {}: that shows what you can do with the current item. 'switchway
      bindings' lists the other keys.
        Tippen Sie etwas: Tasten schreiben wie immer. Dann drücken Sie {}: das zeigt, was man mit dem aktuellen Feld tun
        kann. 'switchway bindings' nennt die anderen Tasten.

      Held for {}, the switch types Space.
        {} lang gehalten, tippt der Schalter die Leertaste.

      Your presses are too long for the usual 0.8 s.
        Ihre Drücke sind für die üblichen 0,8 s zu lang.

      Your presses are so long that holding the switch does nothing else.
        Ihre Drücke sind so lang, dass Halten nichts anderes tut.

      Pressed twice, it moves the highlight backwards, for example out of a text.
        Zweimal gedrückt, bewegt er die Markierung rückwärts, zum Beispiel aus einem Text heraus.

      After 15 steps without a press the highlight stops.
        Nach 15 Schritten ohne Druck bleibt die Markierung stehen.

      Does it work?
        Geht es so?

      Answer with your switch. If your answer is accepted, it works.
        Antworten Sie mit Ihrem Schalter. Wird die Antwort angenommen, geht er.

      Answer with your switches. If your answer is accepted, it works.
        Antworten Sie mit Ihren Schaltern. Wird die Antwort angenommen, gehen sie.

      play a short game
        ein kurzes Spiel spielen

      keep it
        behalten

      slower (now {} per item)
        langsamer (jetzt {} je Feld)

      faster
        schneller

      show the file
        die Datei zeigen

      undo: everything as it was before
        zurücknehmen: alles wie vorher

      Changes to {} (+ added, - removed):
        Änderungen an {} (+ hinzugefügt, - entfernt):

      Choose the star * {} times. The highlight waits until you press: the first press starts it. (Enter: skip this)
        Wählen Sie {}-mal den Stern *. Die Markierung wartet, bis Sie drücken: der erste Druck startet sie. (Eingabe:
        überspringen)

      star
        Stern

      stop
        Ende

      Not the star.
        Nicht der Stern.

      Yes.
        Ja.

      A little late.
        Ein wenig spät.

      You chose {} after the highlight arrived (average of {}). {} per item would suit you, with {} allowed for your
      reaction.
        Sie haben {} nach der Ankunft der Markierung gewählt (Mittel aus {}). {} je Feld würden passen, mit {} für Ihre
        Reaktion.

      use {}
        {} nehmen

      keep the pace as it is
        das Tempo lassen, wie es ist

      Noughts and crosses: you are X, and you start. (Enter: skip this)
        Drei gewinnt: Sie sind X und fangen an. (Eingabe: überspringen)

      You win.
        Sie haben gewonnen.

      O wins.
        O gewinnt.

      It is a draw.
        Unentschieden.

      You left the game.
        Sie haben das Spiel verlassen.

      The previous contents are in {}. To restore them: cp {} {}
        Der vorige Inhalt ist in {}. So kommt er zurück: cp {} {}

      Written to {}. Your profile is now '{}'.
        In {} geschrieben. Ihr Profil ist jetzt '{}'.

      To change it, run 'switchway setup{}' again, or 'switchway edit{}'. To watch presses: 'switchway monitor'.
        Um es zu ändern, rufen Sie noch einmal 'switchway setup{}' auf, oder 'switchway edit{}'. Drücke beobachten:
        'switchway monitor'.

      To stop the highlight at once: 'switchway scan stop'; the next press starts it again.
        Um die Markierung sofort anzuhalten: 'switchway scan stop'; der nächste Druck startet sie wieder.

      To stop what presses type: {}
        Damit Drücke nichts mehr tippen: {}

      'switchway rest' pauses all switches, and 'switchway rest off' ends the pause.
        'switchway rest' schaltet alle Schalter in die Pause, und 'switchway rest off' beendet sie.

      The switch '{}' also does it: {}.
        Auch der Schalter '{}' kann das: {}.

      It stops after {} steps without a press, which take {}.
        Nach {} Schritten ohne Druck, das sind {}, bleibt sie stehen.

      While it moves, its Tabs also reach the terminal: wait until it stops, then type.
        Solange sie wandert, kommen ihre Tabs auch im Terminal an: Warten Sie, bis sie steht, und tippen Sie dann.

      While it moves, its Tabs also reach the terminal, and it never stops by itself: set 'steps' in the profile.
        Solange sie wandert, kommen ihre Tabs auch im Terminal an, und sie bleibt nie von selbst stehen: Setzen Sie
        'steps' im Profil.

      To measure with 20 presses which presses should count: 'switchway calibrate{} {}'.
        Um mit 20 Drücken zu messen, welche Drücke zählen sollen: 'switchway calibrate{} {}'.

      To reach the items of a program one by one, without Tab: 'switchway-scan --enable'.
        Um die Felder eines Programms einzeln zu erreichen, ohne Tab: 'switchway-scan --enable'.

      To reach the items of a program one by one, without Tab: install the package 'switchway-scan', then
      'switchway-scan --enable'. To write with it as well, run 'switchway setup{}' again.
        Um die Felder eines Programms einzeln zu erreichen, ohne Tab: installieren Sie das Paket 'switchway-scan', dann
        'switchway-scan --enable'. Um damit auch zu schreiben, rufen Sie noch einmal 'switchway setup{}' auf.

      Still to do: {}\n  {}
        Noch zu tun: {}\n  {}
      """#)
}
