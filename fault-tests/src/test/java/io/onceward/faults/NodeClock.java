// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The clock of one node, which can be set while it runs: libfaketime. Time that is only measured goes on as it does. */
final class NodeClock {

    private static final Optional<Path> LIBRARY = Stream.of(
                    "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1",
                    "/usr/lib/faketime/libfaketime.so.1",
                    "/usr/lib64/faketime/libfaketime.so.1")
            .map(Path::of)
            .filter(Files::exists)
            .findFirst();

    private final Path setting;

    /** @param setting the file that says what the clock shows */
    NodeClock(Path setting) {
        this.setting = setting;
        jumpTo(0);
    }

    /** Returns whether clocks can be set here. */
    static boolean isAvailable() {
        return LIBRARY.isPresent();
    }

    /** Sets it to so many hours after the true time; within a second it is so. */
    void jumpTo(int hours) {
        try {
            Path next = setting.resolveSibling(setting.getFileName() + ".next");
            Files.writeString(next, "%+dh%n".formatted(hours));
            Files.move(next, setting, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Takes away what the library shares in memory by the id of a process that was killed; another may get that id. */
    static void forget(long process) {
        try {
            for (String name : List.of("faketime_shm_" + process, "sem.faketime_sem_" + process)) {
                Files.deleteIfExists(Path.of("/dev/shm", name));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the environment variables that a process needs. */
    Map<String, String> environment() {
        return Map.of(
                "LD_PRELOAD",
                LIBRARY.orElseThrow().toString(),
                "FAKETIME_TIMESTAMP_FILE",
                setting.toString(),
                "FAKETIME_CACHE_DURATION",
                "1",
                "FAKETIME_DONT_FAKE_MONOTONIC",
                "1",
                "FAKETIME_FORCE_MONOTONIC_FIX",
                "0");
    }
}
