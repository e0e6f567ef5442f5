// SPDX-License-Identifier: Apache-2.0
package io.onceward.spi;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The adapter for one kind of broker: publishes events, and receives and reads messages. Found by
 * {@link java.util.ServiceLoader}, so it has a public constructor without parameters; a plain JVM may also give it to its
 * builder. An application may have several adapters, each with its own scheme.
 *
 * <p>The class must load without the broker's client library. If the library is missing, {@link #missing()} reports it, and
 * Onceward calls no other method than {@link #scheme()} and {@link #settings()}.
 *
 * <p>Thread-safe.
 *
 * @since 0.1
 */
public interface BrokerAdapter {

    /** Returns the URI scheme of its destinations: lower-case letters, digits and hyphens. */
    String scheme();

    /** Returns the configuration settings that it knows. Any other is refused at deployment. */
    List<Setting> settings();

    /** Returns the feature or library that the adapter lacks; empty if it can work. Called once, when the application starts. */
    Optional<Missing> missing();

    /**
     * Returns the destinations for one engine. They connect to no broker.
     *
     * @param context the engine; not {@code null}
     */
    Destinations destinations(BrokerContext context);

    /**
     * Returns a publisher for one engine. It connects to no broker before it publishes.
     *
     * @param context the engine; not {@code null}
     */
    EventPublisher publisher(BrokerContext context);

    /**
     * Returns a source for one engine. It connects to no broker before it receives.
     *
     * @param context the engine; not {@code null}
     * @return empty if this adapter receives nothing
     */
    Optional<MessageSource> source(BrokerContext context);

    /** Returns the classes of messages that an application can hand over; empty if there are none. */
    List<MessageKind> messageKinds();

    /**
     * A feature or library that an adapter lacks.
     *
     * @param feature the name of the feature or library, for example a client library; not {@code null}
     * @param hint how to add it, without a full stop at its end; not {@code null}
     * @since 0.1
     */
    record Missing(String feature, String hint) {

        /** @throws NullPointerException if a component is {@code null} */
        public Missing {
            Objects.requireNonNull(feature, "feature");
            Objects.requireNonNull(hint, "hint");
        }
    }
}
