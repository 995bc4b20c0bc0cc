"""The host's side of vm/run: kernel, ramdisk, machine, session."""


class Failure(Exception):
    """The guest could not be used. The text says what is missing and how to mend it."""
