// SPDX-License-Identifier: Apache-2.0
package io.oncebox.standalone;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** What Oncebox logs for operators while this is open. */
final class LogLines extends Handler implements AutoCloseable {

    private final Logger logger = Logger.getLogger("io.oncebox");
    private final Queue<String> lines = new ConcurrentLinkedQueue<>();

    LogLines() {
        setFormatter(new SimpleFormatter());
        setLevel(Level.INFO);
        logger.addHandler(this);
    }

    @Override
    public void publish(LogRecord logged) {
        if (isLoggable(logged)) {
            lines.add(getFormatter().formatMessage(logged));
        }
    }

    List<String> all() {
        return List.copyOf(lines);
    }

    void forget() {
        lines.clear();
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        logger.removeHandler(this);
    }
}
