// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The heap that is enough for a backlog several times as large. */
class BacklogMeasurement {

    @ParameterizedTest
    @CsvSource({"20000, 1, 10000, 48", "200, 1, 1000000, 64", "200, 8, 1000000, 64"})
    void heapIsEnough(int events, int channels, int bytes, int heap) throws Exception {
        BacklogTest.drain(events, channels, bytes, heap);
        System.out.printf("%d events of %d bytes in %d channels: %d MB of heap%n", events, bytes, channels, heap);
    }
}
