// SPDX-License-Identifier: Apache-2.0
package io.oncebox.queue;

/**
 * A resource that has a circuit breaker. Immutable.
 *
 * @param kind its kind
 * @param name its name in the console and in the readiness check
 * @param label its name at the beginning of a sentence in the log
 */
public record Resource(Kind kind, String name, String label) {

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
        return new Resource(Kind.DATABASE, name, Character.toUpperCase(name.charAt(0)) + name.substring(1));
    }

    /** Returns a connection to a broker. */
    public static Resource connection(String name) {
        return new Resource(Kind.CONNECTION, name, "Connection '" + name + "'");
    }

    /** Returns the connection of an adapter that this application lacks. */
    public static Resource missingAdapter(String scheme) {
        return new Resource(Kind.CONNECTION, "broker adapter '" + scheme + "'", "Broker adapter '" + scheme + "'");
    }

    /** Returns a destination. */
    public static Resource destination(String name) {
        return new Resource(Kind.DESTINATION, name, "Destination '" + name + "'");
    }

    /** Returns a receiver. */
    public static Resource receiver(String name) {
        return new Resource(Kind.RECEIVER, name, name);
    }
}
