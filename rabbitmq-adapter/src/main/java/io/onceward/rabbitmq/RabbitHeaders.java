// SPDX-License-Identifier: Apache-2.0
package io.onceward.rabbitmq;

import io.onceward.cloudevents.CloudEvent;
import io.onceward.spi.Destinations.IllegalHeader;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The names of the headers of messages. */
final class RabbitHeaders {

    /** The prefix of the headers that Onceward sets. */
    static final String OWN = "onceward_";

    static final String ID = "onceward_id";
    static final String CHANNEL = "onceward_channel";
    static final String KEY = "onceward_key";
    static final String TYPE = "onceward_type";

    /** The media type of the body, if it is too long for the property. */
    static final String CONTENT_TYPE = "onceward_contenttype";

    /** The number of earlier deliveries, which quorum queues count. */
    static final String DELIVERY_COUNT = "x-delivery-count";

    private static final String COLON_PREFIX = "cloudEvents:";

    /** The prefixes of the attributes of a CloudEvent: AMQP binding 1.0.2, since there is none for AMQP 0-9-1. */
    static final List<String> CLOUD_EVENT = List.of(CloudEvent.PREFIX, COLON_PREFIX);

    /** The headers of W3C Trace Context. */
    static final List<String> TRACE = List.of("traceparent", "tracestate");

    /** The headers to which the broker gives a meaning: it refuses them as texts, or sets them itself. */
    private static final Set<String> OF_THE_BROKER = Set.of(
            "CC",
            "BCC",
            "x-death",
            DELIVERY_COUNT,
            "x-first-death-queue",
            "x-first-death-reason",
            "x-first-death-exchange");

    private RabbitHeaders() {}

    static boolean isOfTheBroker(String name) {
        return OF_THE_BROKER.contains(name);
    }

    static boolean isAttribute(String name) {
        return CLOUD_EVENT.stream().anyMatch(name::startsWith);
    }

    /** Returns why a name is illegal for a header of the application; empty if it is legal. */
    static Optional<IllegalHeader> illegal(String name) {
        if (name.isEmpty()) {
            return Optional.of(new IllegalHeader("its name is empty", "a name with at least one character"));
        }
        if (RabbitTarget.isTooLong(name)) {
            return Optional.of(new IllegalHeader("its name is longer than 255 bytes", "a shorter name"));
        }
        if (isOfTheBroker(name)) {
            return Optional.of(new IllegalHeader("RabbitMQ uses this name itself", "'my-" + name + "'"));
        }
        if (name.startsWith(COLON_PREFIX)) {
            return Optional.of(new IllegalHeader("CloudEvents uses such names for its attributes", "'x" + name + "'"));
        }
        return Optional.empty();
    }
}
