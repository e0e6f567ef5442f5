// SPDX-License-Identifier: Apache-2.0
package io.onceward.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.contract.HeardPublisher;
import io.onceward.fixture.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers that are slow, endless, broken or malformed. None may hold a request for longer than its limit. */
class HostileAnswersTest {

    private static final Duration LIMIT = Duration.ofMillis(700);

    /** Longer than the limit, for a slow machine. The scripts run until the end of the test. */
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private static final String OK = "HTTP/1.1 200 OK\r\n";

    private final CountDownLatch end = new CountDownLatch(1);
    private final HeardPublisher publisher = Webhooks.publisher(
            Map.of("onceward.webhook-request-timeout", LIMIT.toString(), "onceward.webhook-connect-timeout", "PT0.3S"));

    /** For answers that must arrive, also on a slow machine. */
    private final HeardPublisher patient = Webhooks.publisher(
            Map.of("onceward.webhook-request-timeout", "PT30S", "onceward.webhook-connect-timeout", "PT30S"));

    @AfterEach
    void stop() {
        end.countDown();
        publisher.close();
        patient.close();
    }

    private void fails(String url) {
        fails(publisher, url);
    }

    private static void fails(HeardPublisher sending, String url) {
        long start = System.nanoTime();
        assertThatThrownBy(() -> sending.publish(TestEvent.of("e-1", url))).hasMessageStartingWith("OWD-0291");
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(PATIENCE);
        assertThatThrownBy(() -> sending.requireNoOutage()).hasMessageStartingWith("OWD-0291");
    }

    @Test
    void noAnswer() throws Exception {
        try (RawServer server = new RawServer(HostileAnswersTest::awaitEnd)) {
            fails(server.url());
            Await.until("the end of the connection", () -> server.openConnections() == 0);
        }
    }

    @Test
    void slowHead() throws Exception {
        try (RawServer server = new RawServer(socket -> {
            RawServer.write(socket, OK + "X: ");
            while (end.getCount() > 0) {
                RawServer.write(socket, "x");
                Thread.sleep(50);
            }
        })) {
            fails(server.url());
            Await.until("the end of the connection", () -> server.openConnections() == 0);
        }
    }

    /** The JVM limits the head (jdk.http.maxHeaderSize, 384 KB), but does not close the connection then. */
    @Test
    void endlessHead() throws Exception {
        try (RawServer server = new RawServer(socket -> {
            RawServer.write(socket, OK);
            while (end.getCount() > 0) {
                RawServer.write(socket, "X: " + "x".repeat(1000) + "\r\n");
            }
        })) {
            fails(server.url());
        }
    }

    @Test
    void slowBody() throws Exception {
        try (RawServer server = new RawServer(socket -> {
            RawServer.write(socket, OK + "\r\n");
            while (end.getCount() > 0) {
                RawServer.write(socket, "x");
                Thread.sleep(50);
            }
        })) {
            fails(server.url());
            Await.until("the end of the connection", () -> server.openConnections() == 0);
        }
    }

    /** The status has arrived, so the event is confirmed; the rest is cut off. */
    @ParameterizedTest
    @ValueSource(strings = {"", "Content-Length: 99999999999\r\n"})
    void endlessBodyIsCutOff(String header) throws Exception {
        try (RawServer server = new RawServer(socket -> {
            RawServer.write(socket, OK + header + "\r\n");
            while (end.getCount() > 0) {
                RawServer.write(socket, "x".repeat(1000));
            }
        })) {
            patient.publish(TestEvent.of("e-1", server.url()));
            Await.until("the end of the connection", () -> server.openConnections() == 0);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "HTTP",
                "HTTP/1.1 ",
                "HTTP/1.1 200",
                "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n12345",
                "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffff\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabc",
                "HTTP/1.1 abc OK\r\n\r\n",
                "HTTP/1.1 -20 OK\r\n\r\n",
                "SSH-2.0-OpenSSH_9.2\r\n",
                "\u0000\u0001\u0002\u0003\r\n\r\n",
                "220 mail.example ESMTP\r\n250 OK\r\n\r\n"
            })
    void malformedOrBrokenAnswerIsNoAnswer(String answer) throws Exception {
        try (RawServer server = new RawServer(socket -> RawServer.write(socket, answer))) {
            fails(server.url());
        }
    }

    @Test
    void eventInDoubtIsSentAgainWithTheSameIdempotencyKey() throws Exception {
        try (RawServer server = new RawServer(HostileAnswersTest::reset)) {
            fails(patient, server.url());
            server.script(socket -> RawServer.write(socket, OK + "Content-Length: 0\r\nConnection: close\r\n\r\n"));
            patient.publish(TestEvent.of("e-1", server.url()));
            assertThat(server.heads()).hasSizeGreaterThanOrEqualTo(2).allSatisfy(head -> assertThat(head)
                    .contains("idempotency-key: \"e-1\"\n")
                    .contains("webhook-id: e-1\n"));
        }
    }

    /** Resets the connection in the middle of the answer. */
    private static void reset(Socket socket) throws IOException {
        RawServer.write(socket, OK + "Content-Le");
        socket.setSoLinger(true, 0);
        socket.close();
    }

    /** The JVM does not close the connection of these answers, so there may be only few of them. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 abc OK\r\n\r\n",
                "HTTP/1.1 200 OK\r\nX y: 1\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n"
            })
    void hostWithMalformedAnswersGetsNoRequestForAWhile(String answer) throws Exception {
        try (RawServer server = new RawServer(socket -> RawServer.write(socket, answer))) {
            fails(patient, server.url());
            assertThatThrownBy(() -> patient.publish(TestEvent.of("e-1", server.url())))
                    .hasMessageStartingWith("OWD-0292");
            assertThat(server.heads()).hasSize(1);
        }
    }

    @Test
    void hostThatIsDown() throws Exception {
        try (SocketChannel bound = SocketChannel.open()) { // its port is in use, and nothing listens
            bound.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            InetSocketAddress address = (InetSocketAddress) bound.getLocalAddress();
            fails(patient, "http://127.0.0.1:" + address.getPort() + "/");
        }
    }

    @Test
    void nameThatDoesNotExist() {
        try (HeardPublisher any = Webhooks.publisher(Map.of("onceward.webhook-hosts", "*:*"))) {
            assertThatThrownBy(() -> any.publish(TestEvent.of("e-1", "http://nothing.invalid/")))
                    .hasMessageStartingWith("OWD-0291");
        }
    }

    /** Answers nothing until the client closes the connection. */
    private static void awaitEnd(Socket socket) throws IOException {
        while (socket.getInputStream().read() >= 0) {
            // the body of the request
        }
    }
}
