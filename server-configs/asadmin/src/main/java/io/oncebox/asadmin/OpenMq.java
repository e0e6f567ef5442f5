// SPDX-License-Identifier: Apache-2.0
package io.oncebox.asadmin;

import io.oncebox.scenarios.fixture.Destinations;
import jakarta.ejb.MessageDriven;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
                    <activation-config-property-value>1</activation-config-property-value>
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
     * Lets a new domain find the messages and transactions that the last one with the same first application has left behind, as if
     * it were that one, started again. Call this before it starts.
     */
    public static void restore(Domain domain, Archive<?>... applications) {
        String name = applications.length == 0 ? "" : applications[0].getName();
        Domain previous = DOMAINS.put(name, domain);
        if (previous != null && !previous.isRunning()) {
            STORES.forEach(store -> domain.takeOver(previous, store));
        }
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
     * Adds a descriptor for beans that handle one message at a time. Artemis calls this property {@code maxSession},
     * OpenMQ {@code endpointPoolMaxSize}.
     */
    public static void adapt(WebArchive application, List<Class<?>> messageDrivenBeans) {
        String beans = messageDrivenBeans.stream()
                .filter(OpenMq::isInOrder)
                .map(OpenMq::name)
                .map(BEAN::formatted)
                .collect(Collectors.joining());
        if (!beans.isEmpty()) {
            application.addAsWebInfResource(
                    new StringAsset("<glassfish-ejb-jar><enterprise-beans>\n" + beans
                            + "</enterprise-beans></glassfish-ejb-jar>\n"),
                    DESCRIPTOR);
        }
    }

    private static boolean isInOrder(Class<?> bean) {
        return Stream.of(bean.getAnnotation(MessageDriven.class).activationConfig())
                .anyMatch(property -> property.propertyName().equals("maxSession")
                        && property.propertyValue().equals("1"));
    }

    private static String name(Class<?> bean) {
        String name = bean.getAnnotation(MessageDriven.class).name();
        return name.isEmpty() ? bean.getSimpleName() : name;
    }
}
