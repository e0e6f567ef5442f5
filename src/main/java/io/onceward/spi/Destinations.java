// SPDX-License-Identifier: Apache-2.0
package io.onceward.spi;

import java.util.Objects;
import java.util.Optional;

/**
 * The destinations of one kind of broker: what a channel's settings and the names of headers mean to it. It works without the broker,
 * also on a node that publishes nothing. Thread-safe.
 *
 * @since 0.1
 */
public interface Destinations {

    /**
     * Composes the destination that stands in the rows of a channel: a URI of the adapter's scheme with all that a relay needs,
     * which may belong to another application. It holds no secret: every reader of the table sees it.
     *
     * @param settings the settings of the outgoing channel; not {@code null}
     * @return at most 512 characters
     * @throws io.onceward.api.OncewardException if a setting is illegal, naming its key
     */
    String destination(ChannelSettings settings);

    /**
     * Checks at deployment what can be checked without the broker: that names resolve.
     *
     * @param settings the settings of the outgoing channel; not {@code null}
     * @param destination as {@linkplain #destination composed} from the settings; not {@code null}
     * @throws io.onceward.api.OncewardException naming what does not resolve
     */
    void verify(ChannelSettings settings, String destination);

    /**
     * Checks the name of an event's header when the event is recorded.
     *
     * @param name not {@code null}
     * @return why the broker's messages can't have a header of this name; empty if they can
     */
    default Optional<IllegalHeader> illegalHeader(String name) {
        return Optional.empty();
    }

    /**
     * The reason why a header is illegal, with a legal name.
     *
     * @param why the reason, in a clause such as {@code it is longer than 255 characters}; not {@code null}
     * @param instead what to name it: a legal name in quotes, or a hint such as {@code shorter}; not {@code null}
     * @since 0.1
     */
    record IllegalHeader(String why, String instead) {

        /** @throws NullPointerException if a component is {@code null} */
        public IllegalHeader {
            Objects.requireNonNull(why, "why");
            Objects.requireNonNull(instead, "instead");
        }
    }

    /**
     * Returns the name of the connection to the broker that leads to a destination. The relay publishes the events of one
     * connection together; if they fail, it publishes those of other connections meanwhile. Operators see the name in the
     * health check, in the console and in the log. Connections of different brokers have different names.
     *
     * @param destination the destination of any row, which another application may have written; not {@code null}
     * @throws io.onceward.api.OncewardException if the destination is malformed
     */
    String connection(String destination);
}
