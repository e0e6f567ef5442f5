// SPDX-License-Identifier: Apache-2.0
package io.onceward.asadmin;

import io.onceward.scenarios.fixture.Destinations;
import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jboss.shrinkwrap.api.Archive;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/** OpenMQ, the broker in the server: the destinations of the scenarios, and the settings of message-driven beans. */
public final class OpenMq {

    private static final String DESCRIPTOR = "glassfish-ejb-jar.xml";

    private static final String BEAN = """
            <ejb>
              <ejb-name>%s</ejb-name>
              <mdb-resource-adapter>
                <resource-adapter-mid>jmsra</resource-adapter-mid>
                <activation-config>
                  <activation-config-property>
                    <activation-config-property-name>endpointPoolMaxSize</activation-config-property-name>
                    <activation-config-property-value>%s</activation-config-property-value>
                  </activation-config-property>
                </activation-config>
              </mdb-resource-adapter>
            </ejb>
            """;

    /** The messages and transactions of the broker, and the transactions of the server, in a domain. */
    private static final List<String> STORES = List.of("imq/instances/imqbroker/fs370", "logs/server/tx");

    /** The last domain of each application. */
    private static final Map<String, Domain> DOMAINS = new ConcurrentHashMap<>();

    private OpenMq() {}

    /**
     * Copies a configured domain for a server with these applications. If an earlier copy with the same first application runs no
     * more, the new one continues it: with its ports, and with the messages and transactions that it has left behind.
     *
     * @param systemProperties the values that the copy has for system properties
     */
    public static Domain copy(
            Domain configured, Path parent, Map<String, String> systemProperties, Archive<?>... applications) {
        String name = applications.length == 0 ? "" : applications[0].getName();
        Domain previous = DOMAINS.get(name);
        boolean continues = previous != null && !previous.isRunning();
        Domain domain = continues
                ? configured.copyInPlaceOf(previous, parent, systemProperties)
                : configured.copy(parent, systemProperties);
        if (continues) {
            STORES.forEach(store -> domain.takeOver(previous, store));
        }
        DOMAINS.put(name, domain);
        return domain;
    }

    /** Returns the commands that create the destinations. */
    public static String destinations() {
        return destinations(Destinations.QUEUES, "jakarta.jms.Queue", Destinations.QUEUE)
                + destinations(Destinations.TOPICS, "jakarta.jms.Topic", Destinations.TOPIC);
    }

    private static String destinations(List<String> names, String type, String prefix) {
        return names.stream()
                .map(name -> "create-jms-resource --restype " + type + " --property Name=" + name + " " + prefix + name
                        + "\n")
                .collect(Collectors.joining());
    }

    /**
     * Adds a descriptor with the number of messages that a bean handles at the same time. Artemis calls this property
     * {@code maxSession}, OpenMQ {@code endpointPoolMaxSize}.
     */
    public static void adapt(WebArchive application, List<Class<?>> messageDrivenBeans) {
        String beans = messageDrivenBeans.stream()
                .flatMap(bean -> maxSession(bean).map(number -> BEAN.formatted(name(bean), number)).stream())
                .collect(Collectors.joining());
        if (!beans.isEmpty()) {
            application.addAsWebInfResource(
                    new StringAsset("<glassfish-ejb-jar><enterprise-beans>\n" + beans
                            + "</enterprise-beans></glassfish-ejb-jar>\n"),
                    DESCRIPTOR);
        }
    }

    private static Optional<String> maxSession(Class<?> bean) {
        return Arrays.stream(bean.getAnnotation(MessageDriven.class).activationConfig())
                .filter(property -> property.propertyName().equals("maxSession"))
                .map(ActivationConfigProperty::propertyValue)
                .findFirst();
    }

    private static String name(Class<?> bean) {
        String name = bean.getAnnotation(MessageDriven.class).name();
        return name.isEmpty() ? bean.getSimpleName() : name;
    }
}
