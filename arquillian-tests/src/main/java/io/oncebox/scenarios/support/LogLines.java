// SPDX-License-Identifier: Apache-2.0
package io.oncebox.scenarios.support;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** What the server logs while this is open. */
public final class LogLines extends Handler implements AutoCloseable {

    private final Queue<String> lines = new ConcurrentLinkedQueue<>();
    private final Logger logger;

    private LogLines(Logger logger) {
        this.logger = logger;
        setFormatter(new SimpleFormatter());
    }

    /** Listens to the logger of this name and those below it; an empty name is that of the root. */
    public static LogLines of(String logger) {
        LogLines lines = new LogLines(Logger.getLogger(logger));
        lines.logger.addHandler(lines);
        return lines;
    }

    /** The entries, with their stack traces, that contain this text. */
    public List<String> containing(String text) {
        return lines.stream().filter(line -> line.contains(text)).toList();
    }

    @Override
    public void publish(LogRecord entry) {
        lines.add(getFormatter().format(entry));
    }

    @Override
    public void flush() {
        // nothing is held back
    }

    @Override
    public void close() {
        logger.removeHandler(this);
    }
}
