// SPDX-License-Identifier: Apache-2.0
package io.onceward.kafka;

import io.onceward.spi.Destinations.IllegalHeader;
import java.util.List;
import java.util.Optional;

/** The names of the headers of records. */
final class KafkaHeaders {

    /** The prefix of the headers that Onceward sets. */
    static final String OWN = "onceward_";

    static final String ID = "onceward_id";
    static final String CHANNEL = "onceward_channel";
    static final String TYPE = "onceward_type";

    /** The media type of the value, as the Kafka binding of CloudEvents names it. */
    static final String CONTENT_TYPE = "content-type";

    /** The prefix of the attributes of a CloudEvent: Kafka binding 1.0.2, section 3.2.3. */
    static final String CLOUD_EVENT = "ce_";

    /** The headers of W3C Trace Context. */
    static final List<String> TRACE = List.of("traceparent", "tracestate");

    static final String DEAD_LETTER_CAUSE = "onceward_deadletter_cause";
    static final String DEAD_LETTER_PLACE = "onceward_deadletter_place";
    static final String DEAD_LETTER_GROUP = "onceward_deadletter_group";

    private KafkaHeaders() {}

    /** Returns why a name is illegal for a header of the application; empty if it is legal. */
    static Optional<IllegalHeader> illegal(String name) {
        if (name.isEmpty()) {
            return Optional.of(new IllegalHeader("its name is empty", "a name with at least one character"));
        }
        if (name.equalsIgnoreCase(CONTENT_TYPE)) {
            return Optional.of(new IllegalHeader("Onceward sets the content type of the payload", "'x-content-type'"));
        }
        if (name.startsWith(CLOUD_EVENT)) {
            return Optional.of(new IllegalHeader("CloudEvents uses such names for its attributes", "'x" + name + "'"));
        }
        return Optional.empty();
    }
}
