// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.capture;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.eclipse.microprofile.reactive.messaging.Outgoing;

/** Methods that differ in what they return. */
@ApplicationScoped
@Transactional
public class ReturnTypes {

    @Outgoing(CaptureScenario.CHANNEL)
    public Placed payload(String id) {
        return placed(id);
    }

    @Outgoing(CaptureScenario.CHANNEL)
    public Message<Placed> message(Message<Placed> message) {
        return message;
    }

    @Outgoing(CaptureScenario.CHANNEL)
    public List<Placed> iterable(List<String> ids) {
        return ids.stream().map(ReturnTypes::placed).toList();
    }

    @Outgoing(CaptureScenario.CHANNEL)
    public Set<Message<Placed>> messages(List<Message<Placed>> messages) {
        return new java.util.LinkedHashSet<>(messages);
    }

    @Outgoing(CaptureScenario.CHANNEL)
    public Placed[] array(String... ids) {
        return Stream.of(ids).map(ReturnTypes::placed).toArray(Placed[]::new);
    }

    @Outgoing(CaptureScenario.CHANNEL)
    public Stream<Placed> stream(Stream<String> ids) {
        return ids.map(ReturnTypes::placed);
    }

    @Outgoing(CaptureScenario.CHANNEL)
    public Optional<Placed> optional(String id) {
        return Optional.ofNullable(placed(id));
    }

    private static Placed placed(String id) {
        return id == null ? null : new Placed(id);
    }
}
