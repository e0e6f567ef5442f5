// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import java.sql.SQLException;

/** The statements and commits of the connections of a test, which {@link CrashPoints} may interrupt. Thread-safe. */
final class Steps {

    /** Something that a connection does. */
    @FunctionalInterface
    interface Act {
        Object run() throws Throwable;
    }

    /** Watches the steps of one thread. */
    interface Watch {

        /** Returns the thread whose steps it watches. */
        Thread thread();

        void opened(WatchedConnection connection) throws SQLException;

        /** @throws SQLException to have the step fail */
        void reached(String step, WatchedConnection on) throws SQLException;
    }

    private volatile Watch watch;

    /** Has the steps watched from now on; by nothing if it is {@code null}. */
    void watch(Watch newWatch) {
        watch = newWatch;
    }

    void opened(WatchedConnection connection) throws SQLException {
        Watch now = watch;
        if (isWatched(now)) {
            now.opened(connection);
        }
    }

    /** Runs a step. */
    Object around(String what, WatchedConnection on, Act act) throws SQLException {
        Watch now = watch;
        if (isWatched(now)) {
            now.reached("before " + what, on);
        }
        Object result;
        try {
            result = act.run();
        } catch (SQLException | RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new SQLException(e);
        }
        if (isWatched(now)) {
            now.reached("after " + what, on);
        }
        return result;
    }

    private static boolean isWatched(Watch now) {
        return now != null && now.thread() == Thread.currentThread();
    }
}
