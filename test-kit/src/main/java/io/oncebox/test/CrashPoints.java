// SPDX-License-Identifier: Apache-2.0
package io.oncebox.test;

import io.oncebox.standalone.InboxWork;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Interrupts the work of an application before and after each statement and each commit, one at a time, and has the application's own
 * check decide whether the data are right afterwards.
 *
 * <pre>{@code
 * CrashPoints.of(outbox)
 *         .prepare(() -> sql("DELETE FROM bill"))
 *         .handler("billing", "message-1", () -> billing.bill(order))
 *         .verify(() -> assertThat(bills()).isEqualTo(1));
 * }</pre>
 *
 * <p>At each step there are two runs. In one the process crashes: the database rolls back, and no code of the application continues,
 * except {@code finally} blocks and code that catches {@link Error}. In the other the connection fails with an {@link
 * SQLException}, which the application may handle. After the interruption the work runs again, as a broker would deliver the
 * message again, and once more as a duplicate; the check must succeed after both.
 *
 * <p>The steps are those of the calling thread on connections of {@link TestOutbox#dataSource()}. Other connections, threads and
 * services keep what they have done, as they would after a real crash. A crash is simulated in this process, so static variables
 * and caches of the application survive it. Immutable, but the work runs in the calling thread.
 *
 * @since 0.1
 */
public final class CrashPoints {

    private static final InboxWork NOTHING = () -> {};

    private final TestOutbox outbox;
    private final InboxWork preparation;
    private final InboxWork work;
    private final boolean redelivers;

    private CrashPoints(TestOutbox outbox, InboxWork preparation, InboxWork work, boolean redelivers) {
        this.outbox = outbox;
        this.preparation = preparation;
        this.work = work;
        this.redelivers = redelivers;
    }

    /**
     * Returns crash points in a database.
     *
     * @throws io.oncebox.api.OnceboxException {@code OBX-0334} if the transactions are not those of the test kit
     */
    public static CrashPoints of(TestOutbox outbox) {
        outbox.steps();
        return new CrashPoints(outbox, NOTHING, NOTHING, true);
    }

    /** Returns crash points that prepare the tables of the application before each run. {@link TestOutbox#reset()} precedes it. */
    public CrashPoints prepare(InboxWork newPreparation) {
        return new CrashPoints(outbox, Objects.requireNonNull(newPreparation, "newPreparation"), work, redelivers);
    }

    /** Returns crash points of this work, which begins and commits its transactions. */
    public CrashPoints work(InboxWork newWork) {
        return new CrashPoints(outbox, preparation, Objects.requireNonNull(newWork, "newWork"), redelivers);
    }

    /**
     * Returns crash points of a handler, which Oncebox calls once for the message: in a transaction with the claim.
     *
     * @param handler the name of the handler, at most 255 characters
     * @param messageId the id of the message
     * @param code handles the message
     */
    public CrashPoints handler(String handler, String messageId, InboxWork code) {
        Objects.requireNonNull(handler, "handler");
        Objects.requireNonNull(messageId, "messageId");
        Objects.requireNonNull(code, "code");
        return work(() -> outbox.once(handler, messageId, code));
    }

    /** Returns crash points after which the work does not run again, for work that is not idempotent: the check finds halves of it. */
    public CrashPoints withoutRedelivery() {
        return new CrashPoints(outbox, preparation, work, false);
    }

    /**
     * Runs the work once for each step and kind of interruption, and the check after each run.
     *
     * @param check throws an exception or an {@link AssertionError} if the data are wrong
     * @return the steps, in their order
     * @throws AssertionError if a check failed; the message lists each step after which it failed, and why
     * @throws io.oncebox.api.OnceboxException {@code OBX-0335} if the work has not used the database
     * @throws Exception what the preparation threw, or the work without an interruption
     */
    public List<String> verify(InboxWork check) throws Exception {
        Objects.requireNonNull(check, "check");
        List<String> steps = rehearse(check);
        List<String> findings = new ArrayList<>();
        AssertionError failure = null;
        for (int number = 0; number < steps.size(); number++) {
            for (Interruption kind : Interruption.values()) {
                Throwable wrong = interrupt(number, kind, check);
                if (wrong != null) {
                    findings.add(kind.text() + " " + steps.get(number) + " (step " + (number + 1) + "): "
                            + wrong.getMessage());
                    failure = failure == null ? new AssertionError(wrong) : failure;
                }
            }
        }
        if (failure != null) {
            throw new AssertionError(
                    "The check fails after " + findings.size() + " of " + 2 * steps.size() + " interruptions:"
                            + lines(findings),
                    failure.getCause());
        }
        return steps;
    }

    private static String lines(List<String> findings) {
        StringBuilder lines = new StringBuilder();
        findings.forEach(
                finding -> lines.append(System.lineSeparator()).append("  ").append(finding));
        return lines.toString();
    }

    /** Runs the work without an interruption, and returns its steps. */
    private List<String> rehearse(InboxWork check) throws Exception {
        outbox.reset();
        preparation.run();
        Interrupter counter = new Interrupter(Interrupter.NEVER, Interruption.CRASH);
        runWatched(counter);
        if (counter.steps().isEmpty()) {
            throw TestKitErrors.noSteps();
        }
        try {
            check.run();
            if (redelivers) {
                work.run();
                check.run();
            }
        } catch (AssertionError e) {
            throw new AssertionError("The check fails without an interruption: " + e.getMessage(), e);
        }
        return counter.steps();
    }

    /** Returns what is wrong after an interruption; {@code null} if nothing is. */
    private Throwable interrupt(int step, Interruption kind, InboxWork check) throws Exception {
        outbox.reset();
        preparation.run();
        try {
            runWatched(new Interrupter(step, kind));
        } catch (Exception | SimulatedCrash e) {
            // the redelivery follows
        }
        try {
            if (redelivers) {
                work.run();
                check.run();
                work.run();
            }
            check.run();
            return null;
        } catch (Exception | AssertionError e) {
            return e;
        } finally {
            outbox.transactions().rollBack();
        }
    }

    private void runWatched(Interrupter interrupter) throws Exception {
        Steps watched = outbox.steps();
        watched.watch(interrupter);
        try {
            work.run();
        } finally {
            watched.watch(null);
            outbox.transactions().rollBack();
        }
    }
}
