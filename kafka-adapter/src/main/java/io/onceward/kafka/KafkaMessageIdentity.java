// SPDX-License-Identifier: Apache-2.0
package io.onceward.kafka;

import io.onceward.api.OutboxMetadata;
import io.onceward.cloudevents.CloudEvent;
import io.onceward.spi.MessageIdentity;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** The identity of a record: the first of the headers that name an event, else the place and time of the record. */
final class KafkaMessageIdentity implements MessageIdentity {

    private final KafkaCloudEvent cloudEvents = new KafkaCloudEvent();

    @Override
    public String hint() {
        return "the header " + KafkaHeaders.ID + " or a CloudEvents id";
    }

    @Override
    public Optional<Identity> of(Object message) {
        ConsumerRecord<?, ?> received = (ConsumerRecord<?, ?>) message;
        return property(received, KafkaHeaders.ID)
                .or(() -> cloudEvent(received))
                .map(id -> new Identity(id, false))
                .or(() -> Optional.of(new Identity(placeAndTime(received), true)));
    }

    /**
     * An event that is published again has another place. A topic that is deleted and created again has the same places, but
     * other times. A record keeps its time.
     */
    static String placeAndTime(ConsumerRecord<?, ?> received) {
        return place(received) + "-" + received.timestamp();
    }

    /** Returns topic, partition and offset of a record. */
    static String place(ConsumerRecord<?, ?> received) {
        return received.topic() + "-" + received.partition() + "-" + received.offset();
    }

    @Override
    public Optional<String> property(Object message, String name) {
        return Optional.ofNullable(RecordText.header((ConsumerRecord<?, ?>) message, name));
    }

    @Override
    public Context context(Object message) {
        ConsumerRecord<?, ?> received = (ConsumerRecord<?, ?>) message;
        Map<String, String> trace = new HashMap<>();
        for (String name : KafkaHeaders.TRACE) {
            property(received, name)
                    .or(() -> property(received, KafkaHeaders.CLOUD_EVENT + name))
                    .ifPresent(value -> trace.put(name, value));
        }
        return Context.of(KafkaSettings.SCHEME)
                .withChannel(property(received, KafkaHeaders.CHANNEL).orElse(received.topic()))
                .withKey(key(received))
                .withCorrelationId(property(received, OutboxMetadata.CORRELATION_ID)
                        .or(() -> property(received, KafkaHeaders.ID))
                        .orElse(null))
                .withHeaders(trace);
    }

    private static String key(ConsumerRecord<?, ?> received) {
        try {
            return RecordText.key(received);
        } catch (IllegalArgumentException e) {
            return null; // an object of the application, which says nothing in a log
        }
    }

    /** CloudEvents 1.0: the source and the id together are unique. The id alone may be that of another sender's event. */
    private Optional<String> cloudEvent(ConsumerRecord<?, ?> received) {
        Optional<String> id = property(received, KafkaHeaders.CLOUD_EVENT + CloudEvent.ID);
        if (id.isPresent()) {
            return property(received, KafkaHeaders.CLOUD_EVENT + CloudEvent.SOURCE)
                    .map(source -> cloudEvent(source, id.get()));
        }
        return Optional.ofNullable(cloudEvents.inValue(received))
                .map(CloudEvent::attributes)
                .map(event -> cloudEvent(event.get(CloudEvent.SOURCE), event.get(CloudEvent.ID)));
    }

    /** A legal source, which is a URI, has no space; an illegal source must not look like another source with another id. */
    private static String cloudEvent(String source, String id) {
        String start = source.indexOf(' ') < 0 ? "ce " : "ce# " + source.length() + " ";
        return start + source + " " + id;
    }
}
