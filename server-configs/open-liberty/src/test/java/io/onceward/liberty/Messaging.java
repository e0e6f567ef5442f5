// SPDX-License-Identifier: Apache-2.0
package io.onceward.liberty;

import io.onceward.scenarios.fixture.Destinations;
import jakarta.ejb.MessageDriven;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The documented files that give the server its messaging, each with the form of its destinations. */
enum Messaging {
    /** The broker in a process of its own. */
    ARTEMIS {
        @Override
        String destinations() {
            return UNTRANSACTED + super.destinations();
        }

        @Override
        String destination(String element, String jndiName, String name) {
            return "<%s id=\"%s\" jndiName=\"%2$s\"><properties.artemis Address=\"%s\"/></%1$s>\n"
                    .formatted(element, jndiName, name);
        }
    },

    /** Liberty's own. */
    MESSAGING {
        @Override
        String activation(Class<?> bean) {
            return inOrder(bean) ? IN_ORDER : super.activation(bean);
        }

        @Override
        String destinations() {
            return Stream.concat(Destinations.QUEUES.stream(), CHANNELS.stream())
                    .map(name -> "<queue id=\"" + name
                            + "\" maxRedeliveryCount=\"5\" redeliveryInterval=\"200\" exceptionDestination=\"DLQ\"/>\n")
                    .collect(Collectors.joining(
                            "", "<messagingEngine>\n", "</messagingEngine>\n" + ONE_AT_A_TIME + super.destinations()));
        }

        @Override
        String destination(String element, String jndiName, String name) {
            return element.equals(QUEUE)
                    ? "<jmsQueue id=\"%s\" jndiName=\"%1$s\"><properties.wasJms queueName=\"%s\"/></jmsQueue>\n"
                            .formatted(jndiName, name)
                    : "<jmsTopic id=\"%s\" jndiName=\"%1$s\"><properties.wasJms topicName=\"%s\"/></jmsTopic>\n"
                            .formatted(jndiName, name);
        }
    };

    /** Queues that the broker would make by itself: those that are only published to. */
    private static final List<String> CHANNELS = List.of(
            "bad_input",
            "bookings",
            "capture",
            "capture_other",
            "capture_own",
            "capture_third",
            "calls_recorded",
            "inbox_forwarded",
            "message",
            "message_default",
            "outboxed_billed",
            "outboxed_classic",
            "outboxed_placed",
            "message_factory",
            "message_full",
            "message_jndi",
            "message_named",
            "message_queue",
            "orders",
            "patient",
            "reactive_connector",
            "reactive_emitted",
            "reactive_parameter",
            "reactive_received",
            "reactive_signature",
            "refused_batch",
            "stored_invoices",
            "stored_orders",
            "transactions");

    private static final String IN_ORDER = "jms/activation-in-order";

    /** The setting for one message at a time; Artemis calls it maxSession, a property of its own bean. */
    private static final String ONE_AT_A_TIME = "<jmsActivationSpec id=\"" + IN_ORDER
            + "\"><properties.wasJms maxConcurrency=\"1\"/></jmsActivationSpec>\n";

    /** The JNDI name of a connection factory that takes no part in transactions. */
    static final String UNTRANSACTED_FACTORY = "jms/untransactedConnectionFactory";

    private static final String UNTRANSACTED = "<jmsConnectionFactory jndiName=\"" + UNTRANSACTED_FACTORY
            + "\" transactionSupport=\"NoTransaction\"><properties.artemis InJtaTransaction=\"false\""
            + " AllowLocalTransactions=\"true\" ReconnectAttempts=\"0\"/></jmsConnectionFactory>\n";

    private static final String QUEUE = "jmsQueue";
    private static final String TOPIC = "jmsTopic";

    static Messaging current() {
        return valueOf(
                System.getProperty("onceward.liberty.messaging", "artemis").toUpperCase(Locale.ROOT));
    }

    /** The file that server.xml includes. */
    String file() {
        return name().toLowerCase(Locale.ROOT) + ".xml";
    }

    /** Returns the activation specification that a message-driven bean is bound to. */
    String activation(Class<?> bean) {
        return "jms/activation";
    }

    private static boolean inOrder(Class<?> bean) {
        return Stream.of(bean.getAnnotation(MessageDriven.class).activationConfig())
                .anyMatch(property -> property.propertyName().equals("maxSession")
                        && property.propertyValue().equals("1"));
    }

    /** The destinations that applications look up. */
    String destinations() {
        return Stream.concat(
                        destinations(QUEUE, Destinations.QUEUE, Destinations.QUEUES),
                        destinations(TOPIC, Destinations.TOPIC, Destinations.TOPICS))
                .collect(Collectors.joining());
    }

    private Stream<String> destinations(String element, String prefix, List<String> names) {
        return names.stream().map(name -> destination(element, prefix + name, name));
    }

    abstract String destination(String element, String jndiName, String name);
}
