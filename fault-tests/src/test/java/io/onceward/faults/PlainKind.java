// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Plain JVMs with the class path of this one, an Onceward each. */
final class PlainKind implements Kind {

    private final Path folder;
    private final Optional<Path> mutated;

    /**
     * @param folder for what they write
     * @param mutated a directory of classes that come before all others
     */
    PlainKind(Path folder, Optional<Path> mutated) {
        this.folder = folder.toAbsolutePath();
        this.mutated = mutated.map(Path::toAbsolutePath);
    }

    @Override
    public Member member(String name, Role role, int databasePort, int brokerPort) throws IOException {
        Path own = Files.createDirectories(folder.resolve(name));
        Optional<NodeClock> clock =
                NodeClock.isAvailable() ? Optional.of(new NodeClock(own.resolve("clock"))) : Optional.empty();
        List<String> options = new ArrayList<>(Jvm.SMALL);
        options.add(NodeLog.FORMAT);
        options.add("-D" + Orders.RATE + "=" + Integer.getInteger(Orders.RATE, Orders.DEFAULT_RATE));
        Jvm jvm = new Jvm(
                own,
                options,
                clock.map(NodeClock::environment).orElse(Map.of()),
                mutated.map(first -> first + File.pathSeparator).orElse("") + Jvm.OWN_CLASS_PATH);
        JvmMember process = new JvmMember(
                jvm,
                name,
                PlainNode.class,
                List.of(name, role.name(), Integer.toString(databasePort), Integer.toString(brokerPort)));
        return clock.isPresent()
                ? new ClockedPlainMember(name, role, process, clock.get())
                : new PlainMember(name, role, process);
    }

    private static class PlainMember implements Member {

        private final String name;
        private final Role role;
        private final JvmMember process;

        PlainMember(String name, Role role, JvmMember process) {
            this.name = name;
            this.role = role;
            this.process = process;
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
        public void start() throws IOException {
            process.start();
        }

        @Override
        public void kill() {
            process.kill();
        }

        @Override
        public void pause() {
            process.pause();
        }

        @Override
        public void resume() {
            process.resume();
        }

        @Override
        public boolean isAlive() {
            return process.isAlive();
        }

        @Override
        public Path log() {
            return process.log();
        }

        /** @throws IOException if it did not end by itself, with all of its threads and connections */
        @Override
        public void close() throws IOException, InterruptedException {
            boolean gently = process.close();
            if (!gently || !process.lastWords().contains(PlainNode.CLOSED_WELL)) {
                throw new IOException(name + " did not close well:\n" + process.lastWords());
            }
        }
    }

    private static final class ClockedPlainMember extends PlainMember implements Clocked {

        private final JvmMember process;
        private final NodeClock clock;

        ClockedPlainMember(String name, Role role, JvmMember process, NodeClock clock) {
            super(name, role, process);
            this.process = process;
            this.clock = clock;
        }

        @Override
        public void kill() {
            super.kill();
            NodeClock.forget(process.pid());
        }

        @Override
        public void jumpTo(int hours) {
            clock.jumpTo(hours);
        }
    }
}
