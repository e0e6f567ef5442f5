// SPDX-License-Identifier: Apache-2.0
package io.oncebox.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** TLS by the platform. The certificate of the server is for {@code localhost}, and signed by itself. */
class WebhookTlsTest {

    private static final char[] PASSWORD = "changeit".toCharArray();

    @TempDir
    private static Path folder;

    private final SSLContext before = defaultContext();
    private KeyStore keys;
    private WebhookReceiver receiver;

    @BeforeEach
    void start() throws Exception {
        keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(certificate())) {
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

    private static Path certificate() throws Exception {
        Path store = folder.resolve("server.p12");
        if (!Files.exists(store)) {
            Process keytool = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "keytool")
                                    .toString(),
                            "-genkeypair",
                            "-alias",
                            "server",
                            "-keyalg",
                            "EC",
                            "-dname",
                            "CN=localhost",
                            "-ext",
                            "san=dns:localhost",
                            "-validity",
                            "2",
                            "-storetype",
                            "PKCS12",
                            "-keystore",
                            store.toString(),
                            "-storepass",
                            new String(PASSWORD))
                    .inheritIO()
                    .start();
            assertThat(keytool.waitFor(3, TimeUnit.MINUTES)).isTrue();
            assertThat(keytool.exitValue()).isZero();
        }
        return store;
    }

    private String url(String host) {
        return "https://" + host + ":" + receiver.port() + "/";
    }

    @Test
    void certificateThatThePlatformDoesNotTrustIsRefused() {
        try (WebhookPublisher publisher = Webhooks.publisher(Map.of())) {
            assertThatThrownBy(() -> publisher.publishAlone(TestEvent.of("e-1", url("localhost"))))
                    .hasMessageStartingWith("OBX-0291")
                    .hasMessageContaining("TLS");
            assertThatThrownBy(() -> publisher.reach("webhook localhost:" + receiver.port()))
                    .hasMessageStartingWith("OBX-0291");
        }
        assertThat(receiver.requests()).isEmpty();
    }

    @Test
    void certificateThatThePlatformTrustsIsAcceptedOnlyForItsHost() throws Exception {
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("server", keys.getCertificate("server"));
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        SSLContext.setDefault(context);
        try (WebhookPublisher publisher = Webhooks.publisher(Map.of())) {
            publisher.publishAlone(TestEvent.of("e-1", url("localhost")));
            assertThat(receiver.ids()).containsExactly("e-1");
            assertThatThrownBy(() -> publisher.publishAlone(TestEvent.of("e-2", url("127.0.0.1"))))
                    .hasMessageStartingWith("OBX-0291")
                    .hasMessageContaining("TLS");
        }
        assertThat(receiver.ids()).containsExactly("e-1");
    }
}
