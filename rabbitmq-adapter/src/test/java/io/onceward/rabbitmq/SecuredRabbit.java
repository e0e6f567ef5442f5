// SPDX-License-Identifier: Apache-2.0
package io.onceward.rabbitmq;

import io.onceward.contract.SecuredBroker;
import io.onceward.contract.TwoWayBroker;
import io.onceward.fixture.Certificates;
import io.onceward.fixture.FreePort;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** RabbitMQ with TLS beside the port without it. Each certificate has a broker: all ports of a broker share one. */
final class SecuredRabbit implements SecuredBroker, AutoCloseable {

    private final Map<String, TestRabbit> brokers = new LinkedHashMap<>();
    private final Map<String, Integer> ports = new LinkedHashMap<>();

    SecuredRabbit(Certificates certificates) throws IOException, InterruptedException {
        boolean started = false;
        try {
            for (String name : Certificates.ALL) {
                int port = FreePort.find();
                ports.put(name, port);
                brokers.put(
                        name,
                        TestRabbit.start(
                                "listeners.ssl.1 = 127.0.0.1:" + port,
                                "ssl_options.cacertfile = " + certificates.certificate(name),
                                "ssl_options.certfile = " + certificates.certificate(name),
                                "ssl_options.keyfile = " + certificates.key(name),
                                "ssl_options.verify = verify_none"));
            }
            started = true;
        } finally {
            if (!started) {
                close();
            }
        }
    }

    @Override
    public TwoWayBroker broker() {
        return new RabbitUnderTest(brokers.get(Certificates.VALID), RabbitUnderTest.QUORUM);
    }

    private Map<String, String> at(String certificate, String user, String password) {
        return Map.of(
                "onceward.rabbitmq.addresses",
                "127.0.0.1:" + ports.get(certificate),
                "onceward.rabbitmq.tls",
                "true",
                "onceward.rabbitmq.user",
                user,
                "onceward.rabbitmq.password",
                password);
    }

    @Override
    public Map<String, String> trusted() {
        return at(Certificates.VALID, "guest", "guest");
    }

    @Override
    public Map<String, String> untrusted() {
        return at(Certificates.UNTRUSTED, "guest", "guest");
    }

    @Override
    public Map<String, String> expired() {
        return at(Certificates.EXPIRED, "guest", "guest");
    }

    @Override
    public Map<String, String> misnamed() {
        return at(Certificates.MISNAMED, "guest", "guest");
    }

    @Override
    public Map<String, String> wrongPassword() {
        return at(Certificates.VALID, "guest", "wrong");
    }

    /** The user may write only to what is named {@code allowed…}. */
    @Override
    public Forbidden forbidden() {
        return new Forbidden("rabbitmq:exchange:amq.topic", at(Certificates.VALID, "limited", "limited"), "OWD-0259");
    }

    @Override
    public void close() {
        brokers.values().forEach(each -> each.broker().close());
    }
}
