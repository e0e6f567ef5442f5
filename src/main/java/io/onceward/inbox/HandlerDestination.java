// SPDX-License-Identifier: Apache-2.0
package io.onceward.inbox;

/** The destination by which a row of the stored inbox names its handler. */
public final class HandlerDestination {

    private static final String PREFIX = "handler:";

    private HandlerDestination() {}

    /** Returns the destination of a handler. */
    public static String of(String handler) {
        return PREFIX + handler;
    }
}
