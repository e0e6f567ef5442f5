// SPDX-License-Identifier: Apache-2.0
package io.onceward.nats;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** The log messages of the adapter. They contain no payloads. */
final class NatsLog {

    private static final Logger LOGGER = System.getLogger("io.onceward");

    private NatsLog() {}

    /** @param ways clauses about the stream */
    static void loses(String stream, String ways) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1175: Stream ''{0}'' can lose messages that nobody has received: {1}. Change the settings of the stream.",
                stream,
                ways);
    }

    static void duplicateNotChecked(String stream) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1140: Stream ''{0}'' has dropped an event as a duplicate, and the server does not permit Onceward to read"
                        + " the first message with its id. Onceward takes such events of this connection as stored.",
                stream);
    }
}
