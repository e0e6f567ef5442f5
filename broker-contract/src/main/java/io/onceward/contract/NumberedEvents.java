// SPDX-License-Identifier: Apache-2.0
package io.onceward.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;

/** Events with numbers as their payloads. Their keys take turns. */
final class NumberedEvents {

    private static final int KEYS = 3;

    private NumberedEvents() {}

    static String text(int number) {
        return Integer.toString(number);
    }

    static String key(int number) {
        return "k" + number % KEYS;
    }

    /** Checks that each event has arrived, and that the first arrivals of each key are in order. */
    static void assertInOrder(List<String> arrived, int recorded) {
        for (int key = 0; key < KEYS; key++) {
            int remainder = key;
            assertThat(arrived.stream().distinct().filter(text -> Integer.parseInt(text) % KEYS == remainder))
                    .as("first arrivals of key " + key(key))
                    .containsExactlyElementsOf(IntStream.range(0, recorded)
                            .filter(number -> number % KEYS == remainder)
                            .mapToObj(NumberedEvents::text)
                            .toList());
        }
    }
}
