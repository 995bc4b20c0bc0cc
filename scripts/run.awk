# Turns the socket's lines into a line for people each, and counts them.

function text(name,  at, rest) {
  at = index($0, "\"" name "\":\"")
  if (!at) return ""
  rest = substr($0, at + length(name) + 4)
  return substr(rest, 1, index(rest, "\"") - 1)
}

function number(name,  at) {
  at = index($0, "\"" name "\":")
  return at ? substr($0, at + length(name) + 3) + 0 : 0
}

function show(time, what) {
  if (!start) start = time
  printf "%7.2f s  %s\n", (time - start) / 1000000, what
  fflush()
}

{ type = text("type") }

type == "device" { show(number("time"), "device     " text("change") ": " text("name")) }

type == "press" { presses += /"down":true/ }

type == "command" {
  commands++
  if (text("phase") == "end") next
  if (!per[text("command")]++) commandNames[++commandKinds] = text("command")
  delay = (number("accepted") - number("pressed")) / 1000
  show(number("accepted"), "command    " text("switch") " → " text("command") \
    (delay >= 1 ? sprintf("   (decided %.0f ms after the press)", delay) : ""))
}

type == "rejected" {
  rejections++
  if (!why[text("reason")]++) reasons[++reasonKinds] = text("reason")
  show(number("time"), "rejected   " text("switch") ": " text("reason"))
}

type == "warning" { show(number("time"), "warning    " text("message")) }

type == "bye" { ended = 1 }

END {
  printf "\n%d presses, %d commands", presses, commands
  for (i = 1; i <= commandKinds; i++) list = list (list ? ", " : ": ") commandNames[i] " " per[commandNames[i]]
  printf "%s; %d contacts rejected", list, rejections
  list = ""
  for (i = 1; i <= reasonKinds; i++) list = list (list ? ", " : ": ") reasons[i] " " why[reasons[i]]
  print list
  if (!ended || !commands) {
    print "the recording did not play to its end" > "/dev/stderr"
    exit 1
  }
}
