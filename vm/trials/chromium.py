"""A page with a form in Chromium is filled in and sent, as the form of `gtk_form` is."""
import http.server
import json
import os
import threading
import time

from desktop import Program
from sheet import order

PAGE = os.path.join(os.path.dirname(os.path.realpath(__file__)), "page.html")


class Handler(http.server.BaseHTTPRequestHandler):
    """Serves the page, and takes what it says."""
    protocol_version = "HTTP/1.1"

    def answer(self, status, body=b""):
        self.send_response(status)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        # Going back asks again.
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        if self.path != "/":
            return self.answer(404)
        with open(PAGE, "rb") as page:
            self.answer(200, page.read())

    def do_POST(self):
        words = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.said.append(dict(words, time=time.monotonic()))
        self.answer(200)

    def log_message(self, *_):
        pass


def serve(handler):
    """A server of this handler's pages, which keeps in `said` what its pages say."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    server.said = []
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


class Browser(Program):
    def __init__(self, *options, **environment):
        self.server = serve(Handler)
        super().__init__("chromium", [
            "/usr/bin/chromium", "--disable-gpu", "--no-first-run", "--window-position=0,0", "--window-size=800,600",
            *options, "--app=http://127.0.0.1:%d/" % self.server.server_port], **environment)
        self.said = self.server.said

    def look(self):
        return self.said

    def end(self):
        super().end()
        self.server.shutdown()


def go(desktop, report):
    order(desktop, report, Browser(), "chromium")
