// SPDX-License-Identifier: Apache-2.0
package io.oncebox.inbox;

/**
 * The destination by which a row of the stored inbox names its handler.
 */
public final class HandlerDestination {

    /** The scheme of the destinations of handlers. */
    public static final String SCHEME = "handler";

    private static final String PREFIX = SCHEME + ":";

    private HandlerDestination() {}

    /** Returns the destination of a handler. */
    public static String of(String handler) {
        return PREFIX + handler;
    }

    /** Returns the handler of a destination; {@code null} for a destination of another scheme. */
    public static String handler(String destination) {
        return destination.startsWith(PREFIX) ? destination.substring(PREFIX.length()) : null;
    }
}
