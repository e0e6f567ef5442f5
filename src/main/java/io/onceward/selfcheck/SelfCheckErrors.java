// SPDX-License-Identifier: Apache-2.0
package io.onceward.selfcheck;

import static io.onceward.log.Coded.deploymentError;

import io.onceward.api.OncewardException;
import io.onceward.log.Causes;
import io.onceward.log.Kind;
import java.util.List;

/** Errors of the self-check, and of a start that was interrupted. */
public final class SelfCheckErrors {

    private SelfCheckErrors() {}

    public static OncewardException selfCheckFailed(String caller, String name, String finding, Throwable cause) {
        return deploymentError(
                "0010",
                cause,
                "The self-check of datasource '%s' failed in %s: %s. Events could be lost, or"
                        + " published without their business data, so Onceward does not start. Configure the"
                        + " datasource of the business data, and let the server enlist its connections in JTA"
                        + " transactions. If the server already enlists them, the server needs its own"
                        + " io.onceward.jdbc.DataSourceAccess.",
                name,
                caller,
                finding);
    }

    /**
     * Returns the exception for a failed statement of the probes. If the database is unavailable, or the tables are at fault, that
     * is the failure itself.
     *
     * @param settings the settings of the session on which statements depend
     */
    static OncewardException ofRelay(String name, OncewardException failure, List<String> settings) {
        return Causes.isPassing(failure) || Causes.isTableOutdated(failure)
                ? failure
                : relayFails(name, failure.getMessage(), settings, failure);
    }

    /** @param what names what the statements have found or changed otherwise than they must */
    static OncewardException otherThanExpected(String name, String what, List<String> settings) {
        return relayFails(
                name,
                "what the database returns differs from what was written (" + what
                        + "); a trigger, a policy of the table, a column, a collation or a setting changes or hides it.",
                settings,
                null);
    }

    private static OncewardException relayFails(String name, String finding, List<String> settings, Throwable cause) {
        return deploymentError(
                "0231",
                cause,
                "The self-check of datasource '%s' has run the statements of a relay, and they don't work: %s Events"
                        + " would be recorded, but not published, so Onceward does not start. Settings of the session:"
                        + " %s.",
                name,
                finding,
                settings);
    }

    static OncewardException noThreadForSelfCheck(String datasource) {
        return deploymentError(
                Kind.TRANSIENT,
                "0016",
                null,
                "The self-check of datasource '%s' found no free thread in the managed executor. Onceward retries"
                        + " the start. If this repeats, raise the executor's number of threads.",
                datasource);
    }

    /** @param step the step of the start that could not be completed */
    public static OncewardException startInterrupted(String step, String finding, Throwable cause) {
        return deploymentError(
                Kind.TRANSIENT,
                "0205",
                cause,
                "The start of Onceward was interrupted at %s: %s. On a server, Onceward retries the start every few"
                        + " seconds. If this repeats, %s.",
                step,
                finding,
                cause != null && Causes.diagnosis(cause).isPresent()
                        ? "remove this cause"
                        : "check whether the database is a standby or its sessions are read-only (default_transaction_read_only,"
                                + " transaction_read_only), and whether the connection pool has two free connections for the start");
    }

    /** Returns the exception for a step of the start during which the database became unavailable. */
    public static OncewardException startInterrupted(String step, Throwable cause) {
        String finding = Causes.diagnosis(cause).orElseGet(() -> Causes.rootMessage(cause));
        return startInterrupted(step, finding, cause);
    }
}
