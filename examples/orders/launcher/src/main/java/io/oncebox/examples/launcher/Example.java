// SPDX-License-Identifier: Apache-2.0
package io.oncebox.examples.launcher;

import java.time.Duration;
import java.time.Instant;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.Supplier;

/**
 * The two processes of the example, started one after the other and stopped in the opposite order. In between the broker
 * may go and come.
 */
final class Example {

    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final Duration LIMIT_AFTER_BOOT = Duration.ofMinutes(1);
    private static final long POLL_MILLIS = 250;
    private static final long STOP_MILLIS = 1000;

    private final Run run;
    private final Terminal terminal;
    private final Deque<Child> children = new ConcurrentLinkedDeque<>();
    private volatile Child broker;
    private volatile boolean stopping;
    private volatile boolean ready;
    private volatile Instant booted = Instant.MAX;

    Example(Run run, Terminal terminal) {
        this.run = run;
        this.terminal = terminal;
    }

    void start() throws InterruptedException {
        Ports ports = run.ports();
        Guide guide = new Guide(run);
        terminal.line(guide.welcome());
        startBroker("1/3 broker  Artemis on port " + ports.broker());
        start("2/3 server  Payara Micro on port " + ports.http(), this::startServer, Probe.url(guide.orders()));
        ready = true; // before the message: its reader may type at once
        terminal.line(guide.ready());
    }

    private void startBroker(String step) throws InterruptedException {
        start(step, () -> broker = run.startBroker(), Probe.port(run.ports().broker()));
    }

    /** Stops the broker, or starts it again. For one thread at a time. */
    void switchBroker() throws InterruptedException {
        Child running = broker;
        if (!ready) {
            terminal.line("Not yet: the example is still starting.");
        } else if (children.remove(running)) {
            running.stop();
            terminal.line("Broker is stopped. b and Enter start it again.");
        } else {
            startBroker("broker again");
        }
    }

    private Child startServer() {
        return run.startServer(line -> {
            if (Guide.isServerBooted(line)) {
                booted = Instant.now();
            }
            if (ready && !stopping) {
                Guide.explain(line).ifPresent(terminal::line);
            }
        });
    }

    private void start(String step, Supplier<Child> starter, Probe probe) throws InterruptedException {
        Terminal.Wait wait = terminal.begin(step + ": starting …");
        Child child = add(starter);
        while (!probe.isUp()) {
            check(child, wait.elapsed());
            wait.tick();
            Thread.sleep(POLL_MILLIS);
        }
        wait.end("up after " + wait.elapsed().toSeconds() + " s");
    }

    private void check(Child child, Duration elapsed) throws InterruptedException {
        checkAlive(child, "ended while it was starting");
        if (elapsed.compareTo(LIMIT) > 0) {
            throw child.failure("is not up after " + LIMIT.toMinutes() + " minutes");
        }
        if (!ready && Instant.now().minus(LIMIT_AFTER_BOOT).isAfter(booted)) {
            throw child.failure("started, but could not deploy the application");
        }
    }

    private synchronized Child add(Supplier<Child> starter) {
        if (stopping) {
            throw new StartFailure("Stopped while starting.");
        }
        Child child = starter.get();
        if (child == broker) {
            children.addLast(child); // it stops last, when it was started again, too
        } else {
            children.addFirst(child);
        }
        return child;
    }

    /** Returns only when a process ends that should not. */
    void awaitEnd() throws InterruptedException {
        while (true) {
            for (Child child : children) {
                checkAlive(child, "ended by itself");
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    private void checkAlive(Child child, String when) throws InterruptedException {
        if (!child.isAlive()) {
            // Ctrl-C reaches the children as well as this process, and they may be faster.
            Thread.sleep(STOP_MILLIS);
            if (!stopping && children.contains(child)) {
                throw child.ending(when);
            }
        }
        if (stopping) {
            Thread.sleep(Long.MAX_VALUE); // The shutdown hook, which stops the children, ends this process.
        }
    }

    /** Stops what was started, and nothing else. */
    synchronized void stop() {
        stopping = true;
        if (!children.isEmpty()) {
            terminal.line("\nStopping …");
            children.forEach(Child::stop);
            terminal.line("Server and broker are stopped.");
        }
    }
}
