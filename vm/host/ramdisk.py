"""The initial file system: busybox, the modules that reach everything else, and the job's own files."""
import os
import shutil
import stat

from . import Failure
from .kernel import HERE

GUEST = os.path.join(HERE, "vm", "guest")
# In the order in which the guest needs them: the way to the host's files, then input, then USB.
MODULES = {
    "boot": ["virtio_pci", "9p", "9pnet_virtio", "overlay", "virtio_console"],
    "input": ["evdev", "uinput", "uhid", "hid_generic"],
    "usb": ["xhci_pci", "usbhid"],
}


class Archive:
    """A cpio archive in the `newc` form (kernel: Documentation/driver-api/early-userspace/buffer-format.rst)."""

    def __init__(self):
        self.parts = []
        self.inode = 0

    def add(self, name, mode, data=b""):
        self.inode += 1
        path = os.fsencode(name) + b"\0"
        fields = (self.inode, mode, 0, 0, 1, 0, len(data), 0, 0, 0, 0, len(path), 0)
        head = b"070701" + b"".join(b"%08x" % field for field in fields) + path
        self.parts += [head, b"\0" * (-len(head) % 4), data, b"\0" * (-len(data) % 4)]

    def folder(self, name):
        self.add(name, stat.S_IFDIR | 0o755)

    def file(self, name, data, mode=0o644):
        self.add(name, stat.S_IFREG | mode, data)

    def link(self, name, target):
        self.add(name, stat.S_IFLNK | 0o777, os.fsencode(target))

    def bytes(self):
        self.add("TRAILER!!!", 0)
        body = b"".join(self.parts)
        return body + b"\0" * (-len(body) % 512)


def plain(name):
    return name.replace("-", "_")


def load_order(kernel, names):
    """Paths of the modules and of all that they need, in the order of loading."""
    needs = {}
    with open(os.path.join(kernel.modules, "modules.dep")) as lines:
        for line in lines:
            path, _, rest = line.partition(":")
            needs[path] = rest.split()
    with open(os.path.join(kernel.modules, "modules.builtin")) as lines:
        builtin = {plain(os.path.basename(line.strip())[:-3]) for line in lines}
    paths = {plain(os.path.basename(path).split(".ko")[0]): path for path in needs}
    order = []
    for name in names:
        if name in builtin:
            continue
        if name not in paths:
            raise Failure("kernel %s has no module %s" % (kernel.version, name))
        # modules.dep lists what a module needs with the deepest need last.
        for path in list(reversed(needs[paths[name]])) + [paths[name]]:
            if path not in order:
                order.append(path)
    return order


def read(path):
    with open(path, "rb") as source:
        return source.read()


def build(kernel, job):
    """The ramdisk's bytes. `job`: name → bytes, put under /job. Not compressed: unpacking costs more than reading."""
    busybox = shutil.which("busybox", path="/bin:/usr/bin")
    if not busybox:
        raise Failure("busybox is missing (busybox-static); run: make setup")
    archive = Archive()
    for folder in ("bin", "dev", "proc", "sys", "host", "layer", "whole", "modules", "job"):
        archive.folder(folder)
    archive.file("bin/busybox", read(busybox), 0o755)
    archive.link("bin/sh", "busybox")
    archive.file("init", read(os.path.join(GUEST, "init")), 0o755)
    for group, names in MODULES.items():
        listing = []
        for path in load_order(kernel, names):
            base = os.path.basename(path)
            archive.file("modules/" + base, read(os.path.join(kernel.modules, path)))
            listing.append(base)
        archive.file("modules/" + group, ("\n".join(listing) + "\n").encode())
    for name in ("root", "job", "systemd"):
        archive.file("job/" + name, read(os.path.join(GUEST, name)))
    for name, data in sorted(job.items()):
        archive.file("job/" + name, data)
    return archive.bytes()
