// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.outage;

import io.onceward.log.ControlCharacters;
import io.onceward.log.UserInfo;

/**
 * A resource that has a circuit breaker. Immutable.
 *
 * @param kind its kind
 * @param name its name in the console and in the readiness check
 * @param system the kind of broker of a connection or an adapter: the scheme; empty for other resources
 */
public record Resource(Kind kind, String name, String system) {

    private Resource(Kind kind, String name) {
        this(kind, name, "");
    }

    /** The kind of a resource. */
    public enum Kind {
        /** A database, or the rows of one queue in it. */
        DATABASE(null),
        /** A connection to a broker. */
        CONNECTION("Connection"),
        /** The adapter of a broker, which this application lacks. */
        MISSING_ADAPTER(null),
        /** One destination of a broker that can be reached. */
        DESTINATION("Destination"),
        /** The receiver of a channel, with its broker and its database. */
        RECEIVER("The receiver of channel"),
        /** A handler of stored messages, with the services that it calls. */
        HANDLER("Handler");

        /** What comes before the name at the beginning of a sentence; {@code null} if the name says what it is. */
        private final String noun;

        Kind(String noun) {
            this.noun = noun;
        }
    }

    /** Returns a database, or the rows of one queue in it. */
    public static Resource database(String name) {
        return new Resource(Kind.DATABASE, name);
    }

    /**
     * Returns a connection to a broker.
     *
     * @param system the scheme of its destinations
     */
    public static Resource connection(String system, String name) {
        return new Resource(Kind.CONNECTION, name, system);
    }

    /** Returns the adapter of a scheme, which this application lacks. */
    public static Resource missingAdapter(String scheme) {
        return new Resource(Kind.MISSING_ADAPTER, "broker adapter '" + scheme + "'", scheme);
    }

    /** Returns a destination. */
    public static Resource destination(String name) {
        return new Resource(Kind.DESTINATION, name);
    }

    /** Returns the receiver of a channel. */
    public static Resource receiver(String channel) {
        return new Resource(Kind.RECEIVER, channel);
    }

    /** Returns a handler. */
    public static Resource handler(String name) {
        return new Resource(Kind.HANDLER, name);
    }

    /** Returns its name at the beginning of a sentence in the log, on one line. */
    public String label() {
        String shown = kind == Kind.DESTINATION ? UserInfo.hidden(name) : ControlCharacters.escaped(name);
        return kind.noun == null
                ? Character.toUpperCase(shown.charAt(0)) + shown.substring(1)
                : kind.noun + " '" + shown + "'";
    }
}
