// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import java.util.Arrays;

/**
 * The choices of a simulation: drawn from a seed, or given. Zero is always the calmest choice, and it is chosen when no given choice is
 * left, so a shorter list of choices is a simpler history. Used by one thread.
 */
final class Choices {

    private final int[] given;
    private int[] made = new int[512];
    private int count;
    private long state;

    private Choices(long seed, int[] given) {
        this.state = seed;
        this.given = given;
    }

    static Choices of(long seed) {
        return new Choices(seed * 0x9E3779B97F4A7C15L + 1, null);
    }

    static Choices of(int[] given) {
        return new Choices(0, given);
    }

    /** Returns a number from 0 on, below the bound. */
    int next(int bound) {
        int choice = bound <= 1 ? 0 : draw(bound);
        if (count == made.length) {
            made = Arrays.copyOf(made, count * 2);
        }
        made[count++] = choice;
        return choice;
    }

    private int draw(int bound) {
        if (given != null) {
            return count < given.length ? Math.min(given[count], bound - 1) : 0;
        }
        state += 0x9E3779B97F4A7C15L;
        long mixed = (state ^ (state >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return (int) (((mixed ^ (mixed >>> 31)) >>> 33) % bound);
    }

    /** Returns true once in so many times; false is the calm choice. */
    boolean oneIn(int times) {
        return next(times) == times - 1;
    }

    /** Returns the choices so far. */
    int[] made() {
        return Arrays.copyOf(made, count);
    }
}
