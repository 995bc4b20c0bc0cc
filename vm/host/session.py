"""One command in a running guest: its output as it comes, its exit status, its time limits."""
import os
import selectors
import signal
import time

# An idle machine boots in 3 s, with systemd in 10 s. A machine with other work has taken more than 90 s, so this limit
# only catches a guest that hangs.
BOOT_LIMIT = 600
# After the status, the rest of the output may still be on its way.
FLUSH_LIMIT = 5


class Output:
    """Copies a channel to a descriptor up to the mark that the guest writes once the command has ended."""

    def __init__(self, descriptor, mark):
        self.descriptor = descriptor
        self.mark = mark
        self.held = b""
        self.ended = False

    def take(self, data):
        if self.ended:
            return
        data = self.held + data
        at = data.find(self.mark)
        if at >= 0:
            self.ended = True
            self.held = b""
            self.write(data[:at])
            return
        # The mark may be cut: keep the longest end of the data that could be its beginning.
        keep = next((n for n in range(min(len(self.mark) - 1, len(data)), 0, -1) if self.mark.startswith(data[-n:])), 0)
        self.held = data[len(data) - keep:]
        self.write(data[:len(data) - keep])

    def write(self, data):
        try:
            while data:
                data = data[os.write(self.descriptor, data):]
        except BrokenPipeError:  # our reader has gone: the command still runs to its end
            self.descriptor = os.open(os.devnull, os.O_WRONLY)

    def flush(self):
        if not self.ended:
            self.write(self.held)
            self.held = b""


class Session:
    """`run()` gives the exit status of the command, or of what went wrong; `trouble` then says what."""

    def __init__(self, machine, mark, options):
        self.machine = machine
        self.options = options
        self.outputs = {"out": Output(1, mark), "err": Output(2, mark)}
        self.control = b""
        self.began = time.monotonic()
        self.started = None
        self.status = None
        self.ended = None
        self.trouble = None
        self.signal = None

    def run(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self.interrupted)
        selector = selectors.DefaultSelector()
        for name, channel in self.machine.channels.items():
            selector.register(channel, selectors.EVENT_READ, name)
        while not self.over():
            ready = selector.select(0.2)
            for key, _ in ready:
                self.receive(selector, key)
            if not ready and self.machine.process.poll() is not None and self.status is None:
                self.trouble, self.status = "the guest ended by itself", 125
                break
        for output in self.outputs.values():
            output.flush()
        return self.status

    def interrupted(self, number, _frame):
        self.signal = number

    def over(self):
        now = time.monotonic()
        if self.signal is not None:
            self.status = 128 + self.signal
            return True
        if self.status is not None:
            return all(output.ended for output in self.outputs.values()) or now > self.ended + FLUSH_LIMIT
        if self.started is None and now > self.began + BOOT_LIMIT:
            self.trouble, self.status = "the guest did not come up in %d s" % BOOT_LIMIT, 125
        elif self.started is not None and self.options.timeout and now > self.started + self.options.timeout:
            self.trouble, self.status = "the command took longer than %g s" % self.options.timeout, 124
        return self.trouble is not None

    def receive(self, selector, key):
        try:
            data = key.fileobj.recv(1 << 18)
        except ConnectionError:
            data = b""
        if not data:
            selector.unregister(key.fileobj)
        elif key.data in self.outputs:
            self.outputs[key.data].take(data)
        else:
            self.control += data
            *lines, self.control = self.control.split(b"\n")
            for line in lines:
                self.told(line.decode("utf-8", "replace"))

    def told(self, line):
        word, _, rest = line.partition(" ")
        if word == "start":
            self.started = time.monotonic()
        elif word == "exit" and self.status is None:
            self.status, self.ended = int(rest), time.monotonic()
        elif word == "fail":
            self.trouble, self.status = "the guest says: " + rest, 125
