// SPDX-License-Identifier: Apache-2.0
package io.oncebox.nats;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** The log messages of the adapter. They contain no payloads. */
final class NatsLog {

    private static final Logger LOGGER = System.getLogger("io.oncebox");

    private NatsLog() {}

    static void duplicateNotChecked(String stream) {
        LOGGER.log(
                Level.WARNING,
                "OBX-1140: Stream ''{0}'' has dropped an event as a duplicate, and the server does not permit Oncebox to read"
                        + " the first message with its id. Oncebox takes such events of this connection as stored.",
                stream);
    }
}
