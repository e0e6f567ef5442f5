// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.contestants;

/**
 * A published event: 300 bytes, with a number by which its arrivals are counted.
 *
 * @param number counts the events of one slice
 * @param key of about a thousand; all events of a key come from one thread, so that their order is known
 * @param payload carries the number
 */
public record Event(long number, String key, String payload) {

    /** The number of an event that only tries whether a way is open. */
    public static final long PROBE = 999_999_999_999L;

    private static final int KEYS = 1000;
    private static final int SIZE = 300;
    private static final String START = "{\"event\":\"";
    private static final int DIGITS = 12;
    private static final String ZEROS = "0".repeat(DIGITS);
    private static final String FILLING = "abcdefghij".repeat(SIZE / 10);

    /**
     * The event of a number.
     *
     * @param writers how many threads take turns at numbers, so that thread n writes those with the remainder n
     */
    public static Event of(long number, int writers) {
        String digits = Long.toString(number);
        StringBuilder text = new StringBuilder(SIZE)
                .append(START)
                .append(ZEROS, 0, DIGITS - digits.length())
                .append(digits)
                .append("\",\"filling\":\"");
        text.append(FILLING, 0, SIZE - 2 - text.length()).append("\"}");
        return new Event(number, "customer-" + key(number, writers), text.toString());
    }

    /** The key's index, below {@link #keys}. */
    public static int key(long number, int writers) {
        long turn = number / writers;
        int ofThread = (int) Math.floorMod((turn * 0x9E3779B97F4A7C15L) >>> 20, (long) (KEYS / writers));
        return (int) (number % writers) + writers * ofThread;
    }

    /** Returns the maximum number of keys. */
    public static int keys() {
        return KEYS;
    }

    /** The number in a payload. */
    public static long numberIn(String payload) {
        return Long.parseLong(payload, START.length(), START.length() + DIGITS, 10);
    }
}
