// SPDX-License-Identifier: Apache-2.0
package io.onceward.nats;

import io.onceward.contract.SecuredBroker;
import io.onceward.contract.TwoWayBroker;
import io.onceward.fixture.Certificates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** NATS servers with TLS, one for each certificate. A connection without TLS or without a login is that of a test. */
final class SecuredNats implements SecuredBroker, AutoCloseable {

    private static final String PASSWORD = "secret";

    private final Map<String, NatsServer> servers = new LinkedHashMap<>();
    private final Certificates certificates;

    SecuredNats(Path folder) throws IOException, GeneralSecurityException, InterruptedException {
        certificates = new Certificates(folder);
        for (String name : Certificates.ALL) {
            servers.put(
                    name,
                    new NatsServer(
                            Files.createDirectory(folder.resolve("server-" + name)),
                            NatsUnderTest.MAX_PAYLOAD,
                            "tls { cert_file: \"" + certificates.certificate(name) + "\", key_file: \""
                                    + certificates.key(name) + "\" }",
                            "allow_non_tls: true",
                            "authorization { users = [",
                            "  { user: test, password: " + PASSWORD + " }",
                            "  { user: shop, password: " + PASSWORD
                                    + ", permissions: { publish: { deny: \"forbidden.>\" } } }",
                            "] }",
                            "no_auth_user: test"));
        }
    }

    SecuredNats start() throws IOException, InterruptedException {
        for (NatsServer each : servers.values()) {
            each.start();
        }
        return this;
    }

    @Override
    public TwoWayBroker broker() {
        return new NatsUnderTest(servers.get(Certificates.VALID));
    }

    private Map<String, String> at(String certificate, String password) {
        Map<String, String> configuration = new HashMap<>();
        configuration.put(
                "onceward.nats.servers",
                "tls://127.0.0.1:" + servers.get(certificate).port());
        configuration.put("onceward.nats.username", "shop");
        configuration.put("onceward.nats.password", password);
        configuration.put(
                "onceward.nats.client.trustStore", certificates.trustStore().toString());
        configuration.put("onceward.nats.client.trustStorePassword", Certificates.PASSWORD);
        return configuration;
    }

    @Override
    public Map<String, String> trusted() {
        return at(Certificates.VALID, PASSWORD);
    }

    @Override
    public Map<String, String> untrusted() {
        return at(Certificates.UNTRUSTED, PASSWORD);
    }

    @Override
    public Map<String, String> expired() {
        return at(Certificates.EXPIRED, PASSWORD);
    }

    @Override
    public Map<String, String> misnamed() {
        return at(Certificates.MISNAMED, PASSWORD);
    }

    @Override
    public Map<String, String> wrongPassword() {
        return at(Certificates.VALID, "wrong");
    }

    @Override
    public Forbidden forbidden() {
        return new Forbidden("nats:forbidden.orders", Map.of(), "OWD-0272");
    }

    @Override
    public void close() {
        servers.values().forEach(NatsServer::close);
    }
}
