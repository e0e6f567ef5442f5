// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Stream;

/** The ports of 127.0.0.1. */
final class Loopback {

    /** ESTABLISHED and CLOSE_WAIT, of the kernel's tables of connections. */
    private static final Set<String> STATES_OF_OPEN = Set.of("01", "08");

    private static final int REMOTE = 2;
    private static final int STATE = 3;

    private Loopback() {}

    static Socket connect(int port) throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), port);
    }

    /** The number of clients' connections to a port that are open, or closed by the other end only. */
    static long connectionsTo(int port) {
        String remote = ":%04X".formatted(port);
        return Stream.of("/proc/net/tcp", "/proc/net/tcp6")
                .map(Path::of)
                .filter(Files::exists)
                .flatMap(Loopback::rows)
                .filter(row -> row[REMOTE].endsWith(remote) && STATES_OF_OPEN.contains(row[STATE]))
                .count();
    }

    private static Stream<String[]> rows(Path table) {
        try {
            return Files.readAllLines(table).stream().map(line -> line.strip().split("\\s+"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
