"""What the client does when the server is busy, slow, gone or strange."""

import json
import os
import threading
import time
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from unittest import mock

from platform_sdk import Client, get_secrets
from platform_sdk import _http

OK = (200, {}, {"err": None, "res": {"A": "1"}})


class Faults(unittest.TestCase):
    """A server that answers what the test says, one answer a request; the last one for all that follow."""

    def setUp(self):
        case = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                case.bodies.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
                case.headers.append(self.headers)
                answer = case.answers.pop(0) if len(case.answers) > 1 else case.answers[0]
                if answer is None:
                    self.connection.close()
                    return
                if answer == "hang":
                    case.released.wait(20)
                    return
                status, headers, body = answer
                raw = body if isinstance(body, bytes) else json.dumps(body).encode()
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(raw)))
                self.end_headers()
                self.wfile.write(raw)

            do_GET = do_POST

            def log_message(self, *args):
                pass

        self.answers, self.bodies, self.headers = [OK], [], []
        self.released = threading.Event()
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.handle_error = lambda *args: None
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = "http://127.0.0.1:%d" % self.server.server_port
        self.waits = []
        sleeper = mock.patch.object(_http.time, "sleep", self.waits.append)
        sleeper.start()
        self.addCleanup(sleeper.stop)

    def tearDown(self):
        self.released.set()
        self.server.shutdown()
        self.server.server_close()

    def ask(self, *answers, **options):
        self.answers = list(answers)
        return Client(self.url + "/", "plt_secret", **options).get_secrets()

    def test_a_busy_server_is_asked_again(self):
        self.assertEqual(self.ask((503, {}, {}), None, OK), {"err": None, "res": {"A": "1"}})
        self.assertEqual(len(self.waits), 2)
        self.assertTrue(0.1 <= self.waits[0] <= 0.2 and 0.2 <= self.waits[1] <= 0.4, self.waits)

    def test_a_server_may_say_how_long_to_wait(self):
        self.ask((429, {"Retry-After": "7"}, {}), (503, {"Retry-After": "99999"}, {}), (503, {"Retry-After": "soon"}, {}), OK)
        self.assertEqual(self.waits[:2], [7, 30])
        self.assertLess(self.waits[2], 1)

    def test_tries_come_to_an_end(self):
        self.assertEqual(self.ask((503, {}, {"err": "not now"})), {"err": "not now (status 503)", "res": {}})
        self.assertEqual(len(self.bodies), 4)
        self.assertEqual(self.ask((503, {}, {"detail": "not now"}), retries=0)["err"], "not now (status 503)")
        self.assertEqual(len(self.bodies), 5)

    def test_a_refusal_is_final(self):
        self.assertEqual(self.ask((401, {}, {"err": "the API key is not valid", "res": {}})), {"err": "the API key is not valid (status 401)", "res": {}})
        self.assertEqual(self.ask((200, {}, {"err": "closed", "res": None})), {"err": "closed", "res": {}})
        self.assertEqual(len(self.bodies), 2)

    def test_the_key_does_not_follow_redirects(self):
        for status in (301, 302, 307, 308):
            answer = self.ask((status, {"Location": self.url + "/elsewhere"}, {}))
            self.assertIn("not followed", answer["err"])
        self.assertEqual(len(self.bodies), 4)

    def test_a_try_that_hangs_is_ended(self):
        start = time.monotonic()
        self.assertEqual(self.ask("hang", OK, timeout=0.3)["err"], None)
        self.assertGreater(time.monotonic() - start, 0.25)

    def test_strange_answers_are_errors(self):
        for body in (b"<html>", b"[]", b"null", b"\xff", b'{"res": [1]}'):
            self.assertIn("not what was expected", self.ask((200, {}, body))["err"])
        self.assertIn("status 502", self.ask((502, {}, b"<html>"))["err"])
        with mock.patch.object(_http, "ANSWER_LIMIT", 100):
            self.assertIn("more than 100 bytes", self.ask((200, {}, b"x" * 101))["err"])

    def test_nobody_listens(self):
        self.tearDown()
        self.assertIn("cannot be reached", self.ask(OK)["err"])
        self.setUp()

    def test_errors_do_not_set_variables(self):
        self.answers = [(200, {}, {"err": "half", "res": {"SDK_TEST_SECRET": "x"}})]
        Client(self.url, "k").get_secrets(should_set_env=True)
        self.assertNotIn("SDK_TEST_SECRET", os.environ)
        self.answers = [(200, {}, {"err": None, "res": {"BAD=NAME": "x"}})]
        self.assertIsNotNone(Client(self.url, "k").get_secrets(should_set_env=True)["err"])

    def test_what_is_sent(self):
        client = Client(self.url, "k", organisation="o", project="p", environment="e", database_config="d")
        client.get_secrets(key="K", tags=("a", "b"), should_set_env=True)
        os.environ.pop("A")
        self.assertEqual(self.bodies[-1], {"key": "K", "tags": ["a", "b"], "source": "python-sdk"})
        names = ("Authorization", "x-platform-organisation-id", "x-platform-project-id", "x-platform-environment", "x-platform-database-config-id")
        self.assertEqual([self.headers[-1][name] for name in names], ["Bearer k", "o", "p", "e", "d"])

    def test_the_environment_says_where(self):
        with mock.patch.dict(os.environ, {"PLATFORM_URL": self.url, "PLATFORM_API_KEY": "from-env"}):
            self.assertIsNone(get_secrets()["err"])
        self.assertEqual(self.headers[-1]["Authorization"], "Bearer from-env")
        with mock.patch.dict(os.environ, {"PLATFORM_URL": "", "PLATFORM_API_KEY": ""}):
            self.assertIn("PLATFORM_URL", get_secrets()["err"])
            self.assertIn("PLATFORM_API_KEY", get_secrets(url=self.url)["err"])
            self.assertIn("https://host", get_secrets(url="ftp://x", api_key="k")["err"])
            self.assertIn("characters", get_secrets(url=self.url, api_key="a\nb")["err"])

    def test_values_without_a_form_in_json(self):
        self.assertIn("cannot be written", Client(self.url, "k").get_prompt(name="x", variables={"a": object()})["err"])


if __name__ == "__main__":
    unittest.main()
