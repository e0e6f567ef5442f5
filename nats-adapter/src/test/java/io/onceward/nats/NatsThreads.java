// SPDX-License-Identifier: Apache-2.0
package io.onceward.nats;

import java.util.List;
import java.util.Locale;

/** The threads of clients. */
final class NatsThreads {

    private NatsThreads() {}

    /** Returns whether the client has started the thread, or the thread runs its code. */
    static boolean isOfClient(Thread thread) {
        return thread.getName().toLowerCase(Locale.ROOT).contains("nats")
                || List.of(thread.getStackTrace()).toString().contains("io.nats");
    }
}
