// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Counts the steps of one run, and interrupts the run at one of them. For the thread that creates it. */
final class Interrupter implements Steps.Watch {

    /** No step. */
    static final int NEVER = -1;

    private final Thread thread = Thread.currentThread();
    private final int interrupted;
    private final Interruption kind;
    private final List<String> steps = new ArrayList<>();
    private final List<WatchedConnection> connections = new ArrayList<>();
    private SimulatedCrash crash;

    Interrupter(int interrupted, Interruption kind) {
        this.interrupted = interrupted;
        this.kind = kind;
    }

    List<String> steps() {
        return List.copyOf(steps);
    }

    @Override
    public Thread thread() {
        return thread;
    }

    @Override
    public void opened(WatchedConnection connection) {
        if (crash != null) {
            connection.breakOff();
            throw crash;
        }
        connections.add(connection);
    }

    @Override
    public void reached(String step, WatchedConnection on) throws SQLException {
        if (crash != null) {
            throw crash;
        }
        boolean now = steps.size() == interrupted;
        steps.add(step);
        if (!now) {
            return;
        }
        if (kind == Interruption.CRASH) {
            crash = new SimulatedCrash(step);
            connections.forEach(WatchedConnection::breakOff);
            throw crash;
        }
        on.breakOff();
        throw new SQLException("The connection fails on purpose " + step);
    }
}
