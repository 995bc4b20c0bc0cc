"""Debian's own kernel, fetched once by apt and kept in a cache."""
import lzma
import os
import re
import shutil
import subprocess
import tempfile

from . import Failure

HERE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
XZ_MAGIC = b"\xfd7zXZ\x00"


class Kernel:
    """An unpacked kernel: `image` to boot and `modules`, the folder lib/modules/VERSION."""

    def __init__(self, folder):
        self.folder = folder
        self.version = os.path.basename(folder)
        elf = os.path.join(folder, "vmlinux")
        self.image = elf if os.path.exists(elf) else os.path.join(folder, "vmlinuz")
        self.modules = os.path.join(folder, "lib", "modules", self.version)


def cache():
    """Where kernels are kept: the user's cache, or the checkout's own where there is no home, or none to write in."""
    base = os.environ.get("XDG_CACHE_HOME")
    if not base and os.environ.get("HOME"):
        base = os.path.join(os.environ["HOME"], ".cache")
    if base:
        chosen = os.path.abspath(os.path.join(base, "switchway-vm"))
        made = chosen
        while not os.path.exists(made):
            made = os.path.dirname(made)
        if made == chosen or os.access(made, os.W_OK):
            return chosen
    return os.path.join(HERE, ".cache", "switchway-vm")


def numbers(name):
    return [int(part) for part in re.findall(r"\d+", name)]


def cached():
    """The newest kernel that is whole, or None. A folder gets its name only when it is."""
    try:
        names = [name for name in os.listdir(cache()) if re.fullmatch(r"\d[\w.+-]*", name)]
    except FileNotFoundError:
        return None
    return Kernel(os.path.join(cache(), max(names, key=numbers))) if names else None


def package():
    """The package behind Debian's `linux-image-amd64`."""
    try:
        text = subprocess.run(["apt-cache", "depends", "linux-image-amd64"], stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True).stdout
    except FileNotFoundError:
        raise Failure("apt-cache is missing: the kernel comes from Debian; run this on Debian 12 or later")
    found = re.search(r"Depends: (linux-image-\S+)", text)
    if not found:
        raise Failure("apt knows no kernel (linux-image-amd64); run: make setup")
    return found.group(1)


def elf_inside(compressed):
    """The ELF image in a bzImage, which boots without unpacking itself under emulation; None if it is not xz."""
    at = compressed.find(XZ_MAGIC)
    if at < 0:
        return None
    try:
        image = lzma.LZMADecompressor().decompress(compressed[at:])
    except lzma.LZMAError:
        return None
    return image if image.startswith(b"\x7fELF") else None


def command(arguments, folder, what):
    """Run a tool quietly; its output is shown when it fails."""
    try:
        done = subprocess.run(arguments, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    except FileNotFoundError:
        raise Failure("%s is missing; run: make setup" % arguments[0])
    if done.returncode:
        raise Failure("%s failed; run: make setup\n%s" % (what, done.stdout.strip()))


def unpack(debs, work):
    """Lay the kernel of a package out as the cache keeps it, under work/VERSION."""
    tree = os.path.join(work, "package")
    command(["dpkg-deb", "-x", debs, tree], work, "unpacking the kernel")
    boot = os.path.join(tree, "boot")
    version = next((name[len("vmlinuz-"):] for name in sorted(os.listdir(boot)) if name.startswith("vmlinuz-")), None)
    if version is None:
        raise Failure("the kernel's package holds no /boot/vmlinuz")
    target = os.path.join(work, version)
    os.makedirs(os.path.join(target, "lib", "modules"))
    shutil.move(os.path.join(boot, "vmlinuz-" + version), os.path.join(target, "vmlinuz"))
    for lib in ("lib", "usr/lib"):
        modules = os.path.join(tree, lib, "modules", version)
        if os.path.isdir(modules):
            shutil.move(modules, os.path.join(target, "lib", "modules", version))
    command(["/sbin/depmod", "-b", target, version], work, "depmod")
    with open(os.path.join(target, "vmlinuz"), "rb") as image:
        elf = elf_inside(image.read())
    if elf:
        with open(os.path.join(target, "vmlinux"), "wb") as out:
            out.write(elf)
    return target


def prepare(say):
    """The kernel to boot, fetched when the cache has none."""
    kernel = cached()
    if kernel:
        return kernel
    name = package()
    say("fetching %s (once, about 70 MB)" % name)
    os.makedirs(cache(), exist_ok=True)
    work = tempfile.mkdtemp(prefix=".new-", dir=cache())
    try:
        os.chmod(work, 0o755)  # apt's own user writes here
        command(["apt-get", "-q", "download", name], work, "fetching the kernel")
        debs = [entry for entry in os.listdir(work) if entry.endswith(".deb")]
        if not debs:
            raise Failure("apt-get download %s brought no package" % name)
        target = unpack(os.path.join(work, debs[0]), work)
        final = os.path.join(cache(), os.path.basename(target))
        try:
            os.rename(target, final)
        except OSError:  # another run was quicker
            if not os.path.isdir(final):
                raise
        return Kernel(final)
    finally:
        shutil.rmtree(work, ignore_errors=True)
