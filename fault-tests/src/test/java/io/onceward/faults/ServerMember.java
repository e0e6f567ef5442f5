// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A server with one application, which is that of its role. */
final class ServerMember implements Member {

    private final ServerKeeper keeper;
    private final String name;
    private final Role role;
    private final int databasePort;
    private final int brokerPort;
    private volatile Optional<ProcessHandle> process = Optional.empty();

    ServerMember(ServerKeeper keeper, String name, Role role, int databasePort, int brokerPort) {
        this.keeper = keeper;
        this.name = name;
        this.role = role;
        this.databasePort = databasePort;
        this.brokerPort = brokerPort;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Role role() {
        return role;
    }

    @Override
    public void start() {
        String pid = keeper.ask(
                "start " + name + " " + role.name().toLowerCase(Locale.ROOT) + " " + brokerPort + " " + databasePort);
        process = ProcessHandle.of(Long.parseLong(pid));
    }

    @Override
    public void kill() {
        keeper.ask("kill " + name);
    }

    @Override
    public void pause() {
        signal("STOP");
    }

    @Override
    public void resume() {
        signal("CONT");
    }

    private void signal(String signal) {
        process.filter(ProcessHandle::isAlive).ifPresent(alive -> Signals.send(signal, List.of(alive.pid())));
    }

    @Override
    public boolean isAlive() {
        return process.filter(ProcessHandle::isAlive).isPresent();
    }

    @Override
    public Path log() {
        return keeper.log(name);
    }

    @Override
    public void close() {
        resume();
        keeper.ask("close " + name);
    }
}
