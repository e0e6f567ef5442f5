// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples.launcher;

import java.time.Instant;
import java.util.Optional;

/**
 * The broker, if there is one, and the server of the example, started one after the other and stopped in the opposite order. In between the
 * user may kill them and start them again.
 */
final class Example {

    private static final long TALLY_MILLIS = 1000;

    private final Run run;
    private final Terminal terminal;
    private final Guide guide;
    private final Shop shop;
    private final OrderBatch batch;
    private final Board board;
    private final Optional<Service> broker;
    private final Service server;
    private volatile boolean isReady;
    private volatile boolean isStopping;

    Example(Run run, Terminal terminal) {
        this.run = run;
        this.terminal = terminal;
        guide = new Guide(run);
        shop = new Shop(guide.orders());
        batch = new OrderBatch(shop, terminal);
        board = new Board(terminal::line);
        broker = run.broker().service();
        server = new Service("server", () -> run.startServer(this::readLog), Probe.url(guide.orders()));
    }

    void start() throws InterruptedException {
        terminal.line(guide.welcome());
        Options options = run.options();
        if (broker.isPresent()) {
            start("1/3 broker  " + options.broker().title() + " on port " + options.port(), broker.get());
        }
        String step = broker.isPresent() ? "2/3" : "1/2";
        start(step + " server  Payara Micro on port " + options.http(), server);
        isReady = true; // before the message: its reader may type at once
        terminal.line(guide.ready());
        Daemon.start("tally", this::showTally);
    }

    private void start(String step, Service service) throws InterruptedException {
        Terminal.Wait wait = terminal.begin(step + ": starting …");
        service.awaitUp(service.launch(), wait::tick);
        wait.end("up after " + wait.elapsed().toSeconds() + " s");
    }

    private void readLog(String line) {
        if (Guide.isServerBooted(line)) {
            server.noteBoot();
        }
        if (Guide.isDuplicate(line)) {
            board.noteDuplicate();
        }
        if (isReady && server.isUp() && !isStopping && !(board.isBusy() && Guide.isAboutOneOrder(line))) {
            Guide.explain(line).ifPresent(terminal::line);
        }
    }

    private void showTally() throws InterruptedException {
        while (true) {
            if (server.isUp()) {
                int changes = board.changes();
                boolean isPlacing = batch.isPlacing(); // before the tally, which then contains all placed orders
                shop.tally()
                        .ifPresent(
                                tally -> board.accept(tally, changes, isPlacing || batch.isPlacing(), Instant.now()));
            }
            Thread.sleep(TALLY_MILLIS);
        }
    }

    /** Does what a key stands for. Does not wait. For one thread at a time. */
    void press(String key) {
        if (!isReady) {
            terminal.line("Not yet: the example is still starting.");
            return;
        }
        switch (key) {
            case "o" -> {
                batch.start();
                board.noteBatch(); // afterwards, or the board could take a tally from before for the end
            }
            case "s" -> killOrStart(server);
            case "b" -> broker.ifPresentOrElse(this::killOrStart, () -> terminal.line(guide.keys()));
            case "t" -> board.repeat();
            case "" -> {
                // Enter alone
            }
            default -> terminal.line(guide.keys());
        }
    }

    private synchronized void killOrStart(Service service) {
        String name = service.name();
        String key = name.substring(0, 1);
        if (service.isStarted()) {
            service.kill();
            terminal.line("The " + name + " is killed (kill -9). Last tally: " + board.noteKill(name) + ". Type " + key
                    + " and Enter to start it again.");
        } else {
            terminal.line("The " + name + " is starting again …");
            Child started = service.launch();
            Daemon.start("start of the " + name, () -> awaitUp(service, started));
        }
    }

    private void awaitUp(Service service, Child started) throws InterruptedException {
        try {
            service.awaitUp(started, () -> {});
            announceUp(service);
        } catch (StartFailure e) {
            terminal.line("\n" + e.getMessage() + "\n");
        }
    }

    /** A kill in between comes before or after both, the line and the note. */
    private synchronized void announceUp(Service service) {
        if (service.isUp()) {
            terminal.line("The " + service.name() + " is up again.");
            board.noteUp(service.name());
        }
    }

    /** Returns only when a process ends that should not. */
    void awaitEnd() throws InterruptedException {
        while (true) {
            server.check();
            if (broker.isPresent()) {
                broker.get().check();
            }
            Thread.sleep(TALLY_MILLIS);
        }
    }

    /** Stops what was started, and nothing else. */
    void stop() {
        isStopping = true;
        if (server.isStarted() || broker.filter(Service::isStarted).isPresent()) {
            terminal.line("\nStopping …");
        }
        server.stop();
        broker.ifPresent(Service::stop);
        terminal.line(broker.isPresent() ? "Server and broker are stopped." : "The server is stopped.");
    }
}
