// SPDX-License-Identifier: Apache-2.0
package io.onceward.kafka;

import io.onceward.contract.SecuredBroker;
import io.onceward.contract.TwoWayBroker;
import io.onceward.fixture.Certificates;
import io.onceward.fixture.FreePort;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;

/** Kafka with a listener for each certificate, which ask for a user and a password, beside the one without TLS. */
final class SecuredKafka implements SecuredBroker, AutoCloseable {

    private static final String CLIENT = "onceward.kafka.client.";
    private static final String SERVERS = "onceward.kafka.bootstrap-servers";
    private static final String PASSWORD = "shop-secret";
    private static final String FORBIDDEN = "forbidden";

    private final Map<String, Integer> ports = new LinkedHashMap<>();
    private final Certificates certificates;
    private final TestCluster cluster;

    SecuredKafka(Path folder) throws IOException, GeneralSecurityException, InterruptedException {
        certificates = new Certificates(folder);
        for (String name : Certificates.ALL) {
            ports.put(name, FreePort.find());
        }
        String listeners = ports.entrySet().stream()
                .map(each -> "," + listener(each.getKey()) + "://127.0.0.1:" + each.getValue())
                .collect(Collectors.joining());
        List<String> properties = new ArrayList<>(List.of(
                "listeners=PLAINTEXT://127.0.0.1:{port},CONTROLLER://127.0.0.1:{controller}" + listeners,
                "advertised.listeners=PLAINTEXT://127.0.0.1:{port}" + listeners,
                "listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,"
                        + ports.keySet().stream()
                                .map(each -> listener(each) + ":SASL_SSL")
                                .collect(Collectors.joining(",")),
                "inter.broker.listener.name=PLAINTEXT",
                "sasl.enabled.mechanisms=PLAIN"));
        for (String name : ports.keySet()) {
            String prefix = "listener.name." + name + ".";
            properties.add(prefix + "ssl.keystore.location=" + certificates.keyStore(name));
            properties.add(prefix + "ssl.keystore.type=PKCS12");
            properties.add(prefix + "ssl.keystore.password=" + Certificates.PASSWORD);
            properties.add(prefix + "ssl.key.password=" + Certificates.PASSWORD);
            properties.add(prefix + "plain.sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule"
                    + " required user_shop=\"" + PASSWORD + "\";");
        }
        cluster = TestCluster.start(properties.toArray(new String[0]));
    }

    private static String listener(String certificate) {
        return certificate.toUpperCase(java.util.Locale.ROOT);
    }

    @Override
    public TwoWayBroker broker() {
        return new KafkaUnderTest(cluster);
    }

    private Map<String, String> at(String certificate, String password) {
        Map<String, String> configuration = new HashMap<>();
        configuration.put(SERVERS, "127.0.0.1:" + ports.get(certificate));
        configuration.put(CLIENT + "security.protocol", "SASL_SSL");
        configuration.put(CLIENT + "sasl.mechanism", "PLAIN");
        configuration.put(
                CLIENT + "sasl.jaas.config",
                "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"shop\" password=\""
                        + password + "\";");
        configuration.put(
                CLIENT + "ssl.truststore.location", certificates.trustStore().toString());
        configuration.put(CLIENT + "ssl.truststore.type", "PKCS12");
        configuration.put(CLIENT + "ssl.truststore.password", Certificates.PASSWORD);
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

    /** The user of the login may not write to the topic. */
    @Override
    public Forbidden forbidden() {
        try {
            cluster.topic(FORBIDDEN, 1, Map.of());
            cluster.admin()
                    .createAcls(List.of(new AclBinding(
                            new ResourcePattern(ResourceType.TOPIC, FORBIDDEN, PatternType.LITERAL),
                            new AccessControlEntry("User:shop", "*", AclOperation.WRITE, AclPermissionType.DENY))))
                    .all()
                    .get();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        return new Forbidden("kafka:" + FORBIDDEN, Map.of(), "OWD-0246");
    }

    @Override
    public void close() {
        cluster.close();
    }
}
