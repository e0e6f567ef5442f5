// SPDX-License-Identifier: Apache-2.0
package io.oncebox.relay;

import io.oncebox.spi.EventPublisher;
import io.oncebox.spi.OutboxEvent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The publishers that are there, by the scheme of the destinations that they publish to. */
public final class Publishers {

    private final Map<String, EventPublisher> byScheme;

    public Publishers(List<EventPublisher> publishers) {
        byScheme = publishers.stream().collect(Collectors.toMap(EventPublisher::scheme, Function.identity()));
    }

    /** The publisher for a destination, if there is one. */
    public Optional<EventPublisher> of(String destination) {
        int colon = destination.indexOf(':');
        return Optional.ofNullable(byScheme.get(colon < 0 ? destination : destination.substring(0, colon)));
    }

    /** The only publisher there is, or the one for JMS. */
    public Optional<EventPublisher> standard() {
        return byScheme.size() == 1 ? byScheme.values().stream().findFirst() : Optional.ofNullable(byScheme.get("jms"));
    }

    /** Returns when every event was confirmed by the broker of its destination. */
    void publish(List<OutboxEvent> events) throws Exception {
        Map<EventPublisher, List<OutboxEvent>> parts =
                events.stream().collect(Collectors.groupingBy(this::required, LinkedHashMap::new, Collectors.toList()));
        for (Map.Entry<EventPublisher, List<OutboxEvent>> part : parts.entrySet()) {
            part.getKey().publish(part.getValue());
        }
    }

    private EventPublisher required(OutboxEvent event) {
        return of(event.destination())
                .orElseThrow(() -> io.oncebox.log.Errors.noPublisher(event.destination(), event.channel()));
    }
}
