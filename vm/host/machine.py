"""The emulated machine: QEMU's command line and the channels to the guest."""
import os
import shutil
import socket
import subprocess

from . import Failure

QEMU = "qemu-system-x86_64"
# Software emulation always: nested KVM hangs on some hosts, and a test must not depend on the host's processor.
BOARD = "q35,i8042=off,smbus=off,sata=off,hpet=off,vmport=off,accel=tcg"
PROCESSOR = "max,la57=off"
# What draws a desktop without a graphics card (llvmpipe) crashes on QEMU's emulated AVX2.
NO_VECTORS = ",avx=off,avx2=off,fma=off,f16c=off"
CHANNELS = ("out", "err", "control")


def escaped(path):
    """QEMU's options end at a comma; two stand for one."""
    return path.replace(",", ",,")


def kernel_words(options):
    words = ["console=ttyS0", "loglevel=4", "quiet", "panic=-1", "mitigations=off", "nokaslr", "no_timer_check",
             "tsc=reliable", "random.trust_cpu=on", "rcupdate.rcu_expedited=1", "cryptomgr.notests",
             "8250.nr_uarts=1", "audit=0", "apparmor=0", "nowatchdog"]
    if options.systemd:
        words += ["fstab=no", "systemd.unit=switchway-vm.target", "systemd.show_status=0", "systemd.gpt_auto=0",
                  "systemd.firstboot=0", "systemd.condition-first-boot=0", "systemd.condition-needs-update=0",
                  "systemd.log_level=warning"]
    return " ".join(words)


def shared(number, path, tag, read_only):
    mode = ",readonly=on" if read_only else ""
    return ["-fsdev", "local,id=fs%d,path=%s,security_model=none,multidevs=remap%s" % (number, escaped(path), mode),
            "-device", "virtio-9p-pci,fsdev=fs%d,mount_tag=%s" % (number, tag)]


def port(name, descriptor):
    return ["-chardev", "socket,id=%s,fd=%d" % (name, descriptor),
            "-device", "virtserialport,chardev=%s,name=switchway.%s" % (name, name)]


class Machine:
    """A running guest. `channels` holds our end of each; `folder` its console and QEMU's messages."""

    def __init__(self, kernel, ramdisk, shares, options, folder):
        if not shutil.which(QEMU):
            raise Failure("%s is missing (qemu-system-x86); run: make setup" % QEMU)
        self.folder = folder
        pairs = {name: socket.socketpair() for name in CHANNELS}
        # The guest drives QEMU itself (plugging USB devices): its port and QEMU's monitor share one pair.
        monitor, inside = socket.socketpair()
        arguments = [
            QEMU, "-nodefaults", "-no-user-config", "-display", "none", "-no-reboot",
            "-machine", BOARD, "-cpu", PROCESSOR + (NO_VECTORS if options.display else ""),
            "-smp", str(options.cpus), "-m", str(options.memory),
            "-kernel", kernel.image, "-initrd", ramdisk, "-append", kernel_words(options),
            "-chardev", "file,id=console,path=" + escaped(self.path("console")), "-serial", "chardev:console",
            "-device", "virtio-serial-pci,max_ports=8",
            "-chardev", "socket,id=monitor,fd=%d" % monitor.fileno(), "-mon", "chardev=monitor,mode=control",
        ]
        if os.getppid() != 1 and shutil.which("setpriv"):
            arguments[:0] = ["setpriv", "--pdeathsig", "KILL"]  # a runner that is killed leaves no guest behind
        for name in CHANNELS:
            arguments += port(name, pairs[name][1].fileno())
        arguments += port("qmp", inside.fileno())
        arguments += shared(0, options.root, "host", True) + shared(1, kernel.modules, "modules", True)
        for number, path in enumerate(shares, 2):
            arguments += shared(number, path, "share%d" % (number - 1), False)
        if options.usb:
            arguments += ["-device", "qemu-xhci,id=xhci,p2=8,p3=0"]
        if options.display:
            arguments += ["-device", "virtio-gpu-pci,xres=960,yres=600"]
        theirs = [pair[1] for pair in pairs.values()] + [monitor, inside]
        with open(self.path("qemu"), "wb") as log:
            self.process = subprocess.Popen(arguments, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                            pass_fds=[end.fileno() for end in theirs], start_new_session=True)
        for end in theirs:
            end.close()
        self.channels = {name: pair[0] for name, pair in pairs.items()}

    def path(self, name):
        return os.path.join(self.folder, name)

    def stop(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()

    def tail(self, name, lines=30):
        """The last lines of the console or of QEMU's messages."""
        try:
            with open(self.path(name), "rb") as log:
                text = log.read()[-20000:].decode("utf-8", "replace").replace("\r", "")
        except OSError:
            return ""
        return "\n".join(text.rstrip("\n").split("\n")[-lines:])
