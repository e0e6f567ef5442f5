// SPDX-License-Identifier: Apache-2.0
package io.oncebox.queue;

/**
 * A resource that has a circuit breaker. Immutable.
 *
 * @param kind its kind
 * @param name its name in the log
 */
public record Resource(Kind kind, String name) {

    /** The kind of a resource. */
    public enum Kind {
        /** A database, or the rows of one queue in it. */
        DATABASE,
        /** A connection to a broker. */
        CONNECTION,
        /** One destination of a broker that can be reached. */
        DESTINATION,
        /** A receiver, with its broker and its database. */
        RECEIVER
    }

    /** Returns a database, or the rows of one queue in it. */
    public static Resource database(String name) {
        return new Resource(Kind.DATABASE, name);
    }

    /** Returns a connection to a broker. */
    public static Resource connection(String name) {
        return new Resource(Kind.CONNECTION, name);
    }

    /** Returns a destination. */
    public static Resource destination(String name) {
        return new Resource(Kind.DESTINATION, name);
    }

    /** Returns a receiver. */
    public static Resource receiver(String name) {
        return new Resource(Kind.RECEIVER, name);
    }
}
