// SPDX-License-Identifier: Apache-2.0
package io.onceward.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.onceward.contract.HeardPublisher;
import io.onceward.fixture.Certificates;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Map;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** TLS by the platform. */
class WebhookTlsTest {

    private static final char[] PASSWORD = Certificates.PASSWORD.toCharArray();

    @TempDir
    private static Path folder;

    private static Certificates certificates;

    private final SSLContext before = defaultContext();
    private WebhookReceiver receiver;

    @BeforeAll
    static void create() throws Exception {
        certificates = new Certificates(folder);
    }

    private void start(String certificate) throws Exception {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(certificates.keyStore(certificate))) {
            keys.load(in, PASSWORD);
        }
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, PASSWORD);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        HttpsServer server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
        server.setHttpsConfigurator(new HttpsConfigurator(context));
        receiver = new WebhookReceiver(server);
    }

    @AfterEach
    void stop() {
        SSLContext.setDefault(before);
        receiver.close();
    }

    private static SSLContext defaultContext() {
        try {
            return SSLContext.getDefault();
        } catch (java.security.NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private String url(String host) {
        return "https://" + host + ":" + receiver.port() + "/";
    }

    @ParameterizedTest
    @CsvSource({
        Certificates.UNTRUSTED + ",unable to find valid certification path",
        Certificates.EXPIRED + ",CertificateExpiredException",
        Certificates.MISNAMED + ",matching localhost found"
    })
    void certificateThatThePlatformDoesNotAcceptIsAnOutageWithTheReason(String certificate, String reason)
            throws Exception {
        start(certificate);
        SSLContext.setDefault(certificates.trusting());
        try (HeardPublisher publisher = Webhooks.publisher(Map.of())) {
            assertThatThrownBy(() -> publisher.publish(TestEvent.of("e-1", url("localhost"))))
                    .hasMessageStartingWith("OWD-0291")
                    .hasMessageContaining("TLS")
                    .hasStackTraceContaining(reason);
            assertThatThrownBy(() -> publisher.requireNoOutage()).hasMessageStartingWith("OWD-0291");
        }
        assertThat(receiver.requests()).isEmpty();
    }

    @Test
    void certificateThatThePlatformTrustsIsAccepted() throws Exception {
        start(Certificates.VALID);
        SSLContext.setDefault(certificates.trusting());
        try (HeardPublisher publisher = Webhooks.publisher(Map.of())) {
            publisher.publish(TestEvent.of("e-1", url("localhost")));
        }
        assertThat(receiver.ids()).containsExactly("e-1");
    }
}
