// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.environment;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The time in which the broker's journal collects writes before it syncs them: the time of one sync of this disk. Its own
 * default for such a journal, 3.3 ms, is meant for disks that turn, and caps blocking sends at 300 a second.
 */
final class JournalTimeout {

    private static final int BLOCK = 4096;
    private static final int BLOCKS = 512;
    private static final int ROUNDS = 40;
    private static final int SYNCS = 16;

    private JournalTimeout() {}

    /** The shortest of many short rounds, since what disturbs a round makes it longer. */
    static int measureNanos(Path folder) throws IOException {
        Path file = Files.createTempFile(folder, "sync", ".bin");
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            ByteBuffer block = ByteBuffer.allocateDirect(BLOCK);
            for (int i = 0; i < BLOCKS; i++) {
                write(channel, block, i);
            }
            channel.force(true);
            long best = Long.MAX_VALUE;
            for (int round = 0; round < ROUNDS; round++) {
                best = Math.min(best, round(channel, block, round));
            }
            return Math.toIntExact(best);
        } finally {
            Files.delete(file);
        }
    }

    private static long round(FileChannel channel, ByteBuffer block, int round) throws IOException {
        long start = System.nanoTime();
        for (int i = 0; i < SYNCS; i++) {
            write(channel, block, (round * SYNCS + i) % BLOCKS);
            channel.force(false);
        }
        return (System.nanoTime() - start) / SYNCS;
    }

    private static void write(FileChannel channel, ByteBuffer block, int position) throws IOException {
        block.clear();
        channel.write(block, (long) position * BLOCK);
    }
}
