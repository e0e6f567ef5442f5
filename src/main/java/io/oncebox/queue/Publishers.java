// SPDX-License-Identifier: Apache-2.0
package io.oncebox.queue;

import io.oncebox.log.DeploymentErrors;
import io.oncebox.spi.EventPublisher;
import io.oncebox.spi.OutboxEvent;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The publishers that are there, by the scheme of the destinations that they publish to. */
public final class Publishers {

    private final Map<String, EventPublisher> byScheme;

    public Publishers(List<EventPublisher> publishers) {
        byScheme = publishers.stream()
                .collect(Collectors.toMap(EventPublisher::scheme, Function.identity(), (one, other) -> {
                    throw DeploymentErrors.twoPublishers(one.scheme());
                }));
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

    /** What is published together: the events of one broker connection. */
    record Group(EventPublisher publisher, String connection) {}

    /** @throws io.oncebox.api.OnceboxException if nothing here publishes to its destination */
    Group groupOf(OutboxEvent event) {
        EventPublisher publisher = of(event.destination())
                .orElseThrow(() -> DeploymentErrors.noPublisher(event.destination(), event.channel()));
        return new Group(publisher, publisher.connection(event.destination()));
    }
}
