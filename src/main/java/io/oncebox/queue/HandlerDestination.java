// SPDX-License-Identifier: Apache-2.0
package io.oncebox.queue;

/**
 * How rows of the stored inbox name the handler that they are for: as a destination.
 *
 * @since 0.1
 */
public final class HandlerDestination {

    /** The scheme of such destinations. */
    public static final String SCHEME = "handler";

    private static final String PREFIX = SCHEME + ":";

    private HandlerDestination() {}

    /** The destination of a handler. */
    public static String of(String handler) {
        return PREFIX + handler;
    }

    /** The handler of a destination; {@code null} if it is another one. */
    public static String handler(String destination) {
        return destination.startsWith(PREFIX) ? destination.substring(PREFIX.length()) : null;
    }
}
