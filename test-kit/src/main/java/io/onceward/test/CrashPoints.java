// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import io.onceward.standalone.InboxWork;
import java.lang.reflect.Constructor;
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
 * and caches of the application survive it; {@link #killable} also kills processes. Immutable, but the work runs in the calling
 * thread.
 *
 * @since 0.1
 */
public final class CrashPoints {

    private static final InboxWork NOTHING = () -> {};

    private final TestOutbox outbox;
    private final InboxWork preparation;
    private final InboxWork work;
    private final KilledProcess process;
    private final boolean redelivers;

    /** @param process {@code null} if no process is killed */
    private CrashPoints(
            TestOutbox outbox, InboxWork preparation, InboxWork work, KilledProcess process, boolean redelivers) {
        this.outbox = outbox;
        this.preparation = preparation;
        this.work = work;
        this.process = process;
        this.redelivers = redelivers;
    }

    /**
     * Returns crash points in a database.
     *
     * @throws io.onceward.api.OncewardException {@code OWD-0334} if the transactions are not those of the test kit
     */
    public static CrashPoints of(TestOutbox outbox) {
        outbox.steps();
        return new CrashPoints(outbox, NOTHING, NOTHING, null, true);
    }

    /** Returns crash points that prepare the tables of the application before each run. {@link TestOutbox#reset()} precedes it. */
    public CrashPoints prepare(InboxWork newPreparation) {
        Objects.requireNonNull(newPreparation, "newPreparation");
        return new CrashPoints(outbox, newPreparation, work, process, redelivers);
    }

    /** Returns crash points of this work, which begins and commits its transactions. */
    public CrashPoints work(InboxWork newWork) {
        return new CrashPoints(outbox, preparation, Objects.requireNonNull(newWork, "newWork"), null, redelivers);
    }

    /**
     * Returns crash points of a handler, which Onceward calls once for the message: in a transaction with the claim.
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

    /**
     * Returns crash points of this work, which for each step also runs in a separate process; that process is killed when it has
     * reached the step. The process has the class path and the environment of this one, but not its system properties. Each kill
     * takes as long as the start of a JVM and a test outbox.
     *
     * @param newWork a class with a constructor without parameters
     * @param arguments for {@link KillableWork#start}, for example the URL of the database; other processes of this machine don't see
     *     them
     * @throws io.onceward.api.OncewardException {@code OWD-0339} if the database of the test outbox is in the memory of this process,
     *     {@code OWD-0340} if no object of the class can be created
     */
    public CrashPoints killable(Class<? extends KillableWork> newWork, String... arguments) {
        if (outbox.isInMemory()) {
            throw TestKitErrors.notShared();
        }
        KillableWork here = newWork(newWork);
        return new CrashPoints(
                outbox,
                preparation,
                () -> here.run(outbox),
                new KilledProcess(newWork, List.of(arguments)),
                redelivers);
    }

    static KillableWork newWork(Class<? extends KillableWork> type) {
        try {
            Constructor<? extends KillableWork> constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true); // classes of tests are seldom public
            return constructor.newInstance();
        } catch (ReflectiveOperationException e) {
            throw TestKitErrors.notCreated(type, e);
        }
    }

    /** Returns crash points after which the work does not run again, for work that is not idempotent: the check finds halves of it. */
    public CrashPoints withoutRedelivery() {
        return new CrashPoints(outbox, preparation, work, process, false);
    }

    /**
     * Runs the work once for each step and kind of interruption, and the check after each run.
     *
     * @param check throws an exception or an {@link AssertionError} if the data are wrong
     * @return the steps, in their order
     * @throws AssertionError if a check failed; the message lists each step after which it failed, and why
     * @throws io.onceward.api.OncewardException {@code OWD-0335} if the work has not used the database, {@code OWD-0341} if the process
     *     of a {@link KillableWork} ended before it was killed
     * @throws Exception what the preparation threw, or the work without an interruption
     */
    public List<String> verify(InboxWork check) throws Exception {
        Objects.requireNonNull(check, "check");
        List<String> steps = rehearse(check);
        Interruption[] kinds =
                process == null ? new Interruption[] {Interruption.CRASH, Interruption.FAILURE} : Interruption.values();
        List<String> findings = new ArrayList<>();
        AssertionError failure = null;
        for (int number = 0; number < steps.size(); number++) {
            for (Interruption kind : kinds) {
                Throwable wrong = interrupt(number, steps.get(number), kind, check);
                if (wrong != null) {
                    findings.add(kind.text() + " " + steps.get(number) + " (step " + (number + 1) + "): "
                            + wrong.getMessage());
                    failure = failure == null ? new AssertionError(wrong) : failure;
                }
            }
        }
        if (failure != null) {
            throw new AssertionError(
                    "The check fails after " + findings.size() + " of " + kinds.length * steps.size()
                            + " interruptions:" + lines(findings),
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
        if (process != null) {
            rehearseInProcess(check);
        }
        return counter.steps();
    }

    /** Runs the work in the other process without a kill, and finds out whether that process uses the database of this one. */
    private void rehearseInProcess(InboxWork check) throws Exception {
        outbox.reset();
        preparation.run();
        process.run();
        try {
            check.run();
        } catch (AssertionError e) {
            throw new AssertionError(
                    "The check fails after the work in a process of its own; does KillableWork.start() use the database of the test? "
                            + e.getMessage(),
                    e);
        }
    }

    /** Returns what is wrong after an interruption; {@code null} if nothing is. */
    private Throwable interrupt(int step, String name, Interruption kind, InboxWork check) throws Exception {
        outbox.reset();
        preparation.run();
        if (kind == Interruption.KILL) {
            process.killAt(step, name);
        } else {
            try {
                runWatched(new Interrupter(step, kind));
            } catch (Exception | SimulatedCrash e) {
                // the redelivery follows
            }
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
