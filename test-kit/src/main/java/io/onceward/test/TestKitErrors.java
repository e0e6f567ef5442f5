// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import io.onceward.api.OncewardException;
import io.onceward.log.Coded;
import java.time.Duration;
import java.util.Collection;

/** The errors of the test kit. */
final class TestKitErrors {

    private TestKitErrors() {}

    static OncewardException inTransaction(String method) {
        return Coded.error(
                "0330",
                null,
                "%s() was called in a transaction, whose events are not committed. Commit or roll back the transaction first.",
                method);
    }

    static OncewardException noDatabase(Throwable cause) {
        return Coded.error(
                "0331",
                cause,
                "The test kit found no database: H2 is not on the class path. Add com.h2database:h2 to the test's"
                        + " dependencies, or give a datasource to the builder.");
    }

    static OncewardException doesNotEnd(Duration patience) {
        return Coded.error(
                "0332",
                null,
                "The delivery has not ended after %s. Look for a handler that blocks, or for handlers that record events for"
                        + " each other without end.",
                patience);
    }

    static OncewardException unknownHandler(String handler, Collection<String> known) {
        return Coded.error(
                "0333",
                null,
                "There is no handler with the name '%s'. Handlers of the builder: %s. Use one of these names, or add the"
                        + " handler to the builder.",
                handler,
                known.isEmpty() ? "none" : String.join(", ", known));
    }

    static OncewardException unwatched() {
        return Coded.error(
                "0334",
                null,
                "CrashPoints can't see the commits of another transaction manager. Give the builder the datasource alone, with"
                        + " TestOutboxBuilder.dataSource().");
    }

    static OncewardException noSteps() {
        return Coded.error(
                "0335",
                null,
                "The work of CrashPoints has not used the database. Have the work use TestOutbox.dataSource() on the calling"
                        + " thread.");
    }

    static OncewardException databaseFailed(String what, Throwable cause) {
        return Coded.error("0336", cause, "The test kit could not %s. Act on the cause.", what);
    }

    static OncewardException notEncodable(String channel, Class<?> type, Throwable cause) {
        return Coded.error(
                "0337",
                cause,
                "A message of class %s for channel '%s' can't be encoded: %s. Send a value that a codec encodes, or give the codec to"
                        + " the builder.",
                type.getName(),
                channel,
                cause.getMessage());
    }

    static OncewardException notShared() {
        return Coded.error(
                "0339",
                null,
                "The database of this test outbox is in the memory of this process, where no other process can reach it. Give the"
                        + " builder the datasource of a database server.");
    }

    static OncewardException notCreated(Class<?> work, Throwable cause) {
        return Coded.error(
                "0340",
                cause,
                "No object of %s can be created: %s. The class must be neither abstract nor an inner class, and needs a"
                        + " constructor without parameters.",
                work.getName(),
                cause);
    }

    static OncewardException processEnded(Class<?> work, int status, String goal, Collection<String> output) {
        return Coded.error(
                "0341",
                null,
                "The process of %s ended with exit status %d before it reached %s. A process that runs for more than one minute is"
                        + " killed. Look for the cause in its last output: %s",
                work.getName(),
                status,
                goal,
                output.isEmpty() ? "nothing" : String.join(System.lineSeparator(), output));
    }
}
