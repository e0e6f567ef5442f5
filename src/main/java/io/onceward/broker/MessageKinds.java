// SPDX-License-Identifier: Apache-2.0
package io.onceward.broker;

import io.onceward.spi.BrokerAdapter;
import io.onceward.spi.MessageKind;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The kinds of messages that the adapters know. Thread-safe. */
public final class MessageKinds {

    private final List<MessageKind> kinds;
    private final String adapters;

    /** @param adapters of which none lacks anything */
    public MessageKinds(Collection<BrokerAdapter> adapters) {
        this.kinds = adapters.stream()
                .flatMap(adapter -> adapter.messageKinds().stream())
                .toList();
        this.adapters = adapters.stream().map(BrokerAdapter::scheme).collect(Collectors.joining(", "));
    }

    /** Returns the kind of a message; empty if no adapter knows it. */
    public Optional<MessageKind> of(Object message) {
        return kinds.stream().filter(kind -> kind.type().isInstance(message)).findFirst();
    }

    /** Returns the schemes of the adapters, for messages. */
    public String adapters() {
        return adapters;
    }

    /** Returns whether all instances of a class are messages. */
    public boolean isMessage(Class<?> type) {
        return kinds.stream().anyMatch(kind -> kind.type().isAssignableFrom(type));
    }

    /** Returns whether a parameter of this class may get a message. */
    public boolean mayBeMessage(Class<?> parameter) {
        return kinds.stream()
                .anyMatch(kind -> kind.type().isAssignableFrom(parameter) || parameter.isAssignableFrom(kind.type()));
    }

    /** Returns the names of the headers that messages of these kinds have. */
    public Set<String> headers() {
        return kinds.stream()
                .flatMap(kind -> kind.identity().headers().stream())
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
