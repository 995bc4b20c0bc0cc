"""What a sink plays, and when known words begin and end in it. The voice has to say the same words always alike."""
import array
import operator
import os
import subprocess
import threading
import time

from lock_worlds import wait_for

# Samples a second. Half of it is as high as the sounds that the comparison needs.
RATE = 4000
# How alike two sounds are that count as the same, of -1 to 1: the same words have 0.95 and more, others 0.5 and less.
ALIKE = 0.8
# Of the beginning of the words: how much is compared, and how long after the step it is looked for, s.
BEGINNING, LATEST = 0.25, 0.4
# The pieces by which the words before are compared, s.
PIECE = 0.01


class Microphone:
    """Records the monitor of a sink."""

    def __init__(self, world, sink):
        self.child = subprocess.Popen(
            ["parec", "-d", sink + ".monitor", "--raw", "--format=s16le", "--channels=1", "--rate=%d" % RATE,
             "--latency-msec=5"], env=world.environment, stdout=subprocess.PIPE)
        world.running.append(self.child)
        self.data, self.begin = bytearray(), None
        threading.Thread(target=self.listen, daemon=True).start()
        wait_for("the sound", lambda: self.data)

    def listen(self):
        while piece := os.read(self.child.stdout.fileno(), 4096):
            self.data += piece
            # The piece that waited least says when the recording began.
            begin = time.monotonic() - len(self.data) / 2 / RATE
            self.begin = begin if self.begin is None else min(begin, self.begin)

    def between(self, begin, end):
        """The samples between these times."""
        first, last = (2 * max(0, int((at - self.begin) * RATE)) for at in (begin, end))
        return array.array("h", bytes(self.data[first:last]))

    def words(self, begin, end):
        """The samples between these times, without the silence around them."""
        samples = self.between(begin, end)
        heard = [index for index, one in enumerate(samples) if one]
        return samples[heard[0]:heard[-1] + 1] if heard else samples[:0]

    def first_sound(self, begin):
        """When there is a sound first, after a time; None: it is silent until now."""
        found = next((index for index, one in enumerate(self.between(begin, time.monotonic())) if one), None)
        return None if found is None else begin + found / RATE

    def beginning(self, words, begin):
        """When these words begin after a time; None: they are not heard."""
        part = words[:int(BEGINNING * RATE)]
        samples = self.between(begin, begin + LATEST + BEGINNING)
        best = max(range(max(1, len(samples) - len(part))), key=lambda index: likeness(samples, index, part))
        return begin + best / RATE if likeness(samples, best, part) >= ALIKE else None

    def cut(self, words, begin, at):
        """When words that began then are cut off, at a time or after it; None: they were over before."""
        samples, size = self.between(begin, at + LATEST), int(PIECE * RATE)
        index = int((at - begin) * RATE)
        if index + size > len(words):
            return None
        while index + 2 * size < min(len(words), len(samples)):
            # A pause of the words is as silent as what follows them.
            if all(any(words[one:one + size]) and likeness(samples, one, words[one:one + size]) < ALIKE
                   for one in (index, index + size)):
                break
            index += size
        return max(at, begin + index / RATE)


def likeness(samples, index, part):
    """How alike a part of the samples is: 1 is the same, 0 something else."""
    piece = samples[index:index + len(part)]
    sizes = sum(map(operator.mul, piece, piece)) * sum(map(operator.mul, part, part))
    return sum(map(operator.mul, piece, part)) / sizes ** 0.5 if sizes else 0
