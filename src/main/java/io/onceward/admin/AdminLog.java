// SPDX-License-Identifier: Apache-2.0
package io.onceward.admin;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;

/** The log messages of the administration. They contain no payloads. */
final class AdminLog {

    private static final Logger LOGGER = System.getLogger("io.onceward");

    private AdminLog() {}

    static void requeued(Command command, int count, List<String> ids) {
        LOGGER.log(
                Level.INFO,
                "OWD-1041: {0} requeued {1,choice,1#1 parked event|1<{1} parked events} of the {2}" + " ({3}): {4}",
                command.by(),
                count,
                command.side(),
                command.filter(),
                ids);
    }

    static void discarded(Command command, int count, List<String> ids) {
        LOGGER.log(
                Level.INFO,
                "OWD-1042: {0} discarded {1,choice,1#1 parked event|1<{1} parked events} of the {2}" + " ({3}): {4}",
                command.by(),
                count,
                command.side(),
                command.filter(),
                ids);
    }

    /** @param edit what links the edited event and its original */
    static void edited(String by, String side, String queue, String id, String edit, int before, int after) {
        LOGGER.log(
                Level.INFO,
                "OWD-1235: {0} requeued event {1} of queue ''{2}'' of the {3} with an edited payload: {4} bytes instead of"
                        + " {5}, edit {6}",
                by,
                id,
                queue,
                side,
                after,
                before,
                edit);
    }

    static void purged(Command command, int count, List<String> ids) {
        LOGGER.log(
                Level.INFO,
                "OWD-1070: {0} purged {1,choice,1#1 event|1<{1} events} of the {2} ({3}): {4}",
                command.by(),
                count,
                command.side(),
                command.filter(),
                ids);
    }

    static void paused(String by, String side, String queue) {
        LOGGER.log(Level.INFO, "OWD-1071: {0} paused queue ''{2}'' of the {1}", by, side, queue);
    }

    static void resumed(String by, String side, String queue) {
        LOGGER.log(Level.INFO, "OWD-1072: {0} resumed queue ''{2}'' of the {1}", by, side, queue);
    }
}
