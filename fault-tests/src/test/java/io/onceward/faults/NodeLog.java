// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import java.util.logging.ConsoleHandler;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** The log of a node: a line for each entry, and each duplicate that the inbox drops. */
final class NodeLog {

    /** The code of a duplicate that was dropped. */
    static final String DUPLICATE = "OWD-1030";

    /** An option of the JVM: a line for each entry. */
    static final String FORMAT = "-Djava.util.logging.SimpleFormatter.format=%1$tF %1$tT.%1$tL %4$s %5$s%6$s%n";

    /** Kept, or else its level would be forgotten with it. */
    private static final Logger ONCEWARD = Logger.getLogger("io.onceward");

    private NodeLog() {}

    static void open() {
        Handler console = new ConsoleHandler();
        console.setLevel(Level.ALL);
        console.setFilter(NodeLog::isWorthIt);
        ONCEWARD.setLevel(Level.FINE);
        ONCEWARD.setUseParentHandlers(false);
        ONCEWARD.addHandler(console);
    }

    private static boolean isWorthIt(LogRecord entry) {
        return entry.getLevel().intValue() >= Level.INFO.intValue()
                || entry.getMessage().startsWith(DUPLICATE);
    }
}
