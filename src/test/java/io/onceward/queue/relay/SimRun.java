// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Runs simulations, and finds a short history of a violation. */
final class SimRun {

    /** Most simulations to find a shorter history. */
    private static final int MOST_TRIES = 3000;

    private final SimMistake mistake;
    private long steps;

    /**
     * What a simulation has found.
     *
     * @param property what does not hold
     * @param message the details
     * @param choices the choices that lead to it
     */
    record Found(String property, String message, int[] choices) {}

    SimRun(SimMistake mistake) {
        this.mistake = mistake;
    }

    /** Returns how many steps were simulated. */
    long steps() {
        return steps;
    }

    /** Returns what the history of a seed violates. */
    Optional<Found> of(long seed) {
        return run(Choices.of(seed), null);
    }

    /** Returns the lines of the history of a seed. */
    List<String> history(long seed) {
        List<String> lines = new ArrayList<>();
        run(Choices.of(seed), lines);
        return lines;
    }

    private Optional<Found> run(Choices choices, List<String> history) {
        SimWorld world = new SimWorld(choices, mistake, history);
        try {
            world.run();
            return Optional.empty();
        } catch (SimViolation e) {
            return Optional.of(new Found(e.property, e.getMessage(), choices.made()));
        } catch (RuntimeException e) { // of the tested code
            String where = e.getStackTrace().length == 0 ? "" : " at " + e.getStackTrace()[0];
            return Optional.of(new Found(e.getClass().getSimpleName(), e + where, choices.made()));
        } finally {
            steps += world.steps;
        }
    }

    /** Returns a report: the seed, the property, and the shortest history that was found. */
    String report(long seed, Found found) {
        Found shortest = shortest(found);
        return "Seed " + seed + " violates " + found.property() + " (" + found.message() + ").\n"
                + "A short history that violates it: " + shortest.message() + "\n"
                + String.join("\n", shortestHistory(shortest)) + "\n"
                + "Run it again: -Dtest=SimulationTest -Donceward.simulation.seed=" + seed;
    }

    /** Returns the lines of a found history. */
    List<String> shortestHistory(Found found) {
        List<String> lines = new ArrayList<>();
        run(Choices.of(found.choices()), lines);
        return lines;
    }

    /** Leaves out choices and makes them calm, as long as the same property is violated. */
    Found shortest(Found found) {
        Found best = found;
        int tries = 0;
        boolean shorter = true;
        while (shorter && tries < MOST_TRIES) {
            shorter = false;
            for (int length = Math.max(1, best.choices().length / 2); length >= 1; length /= 2) {
                for (int from = 0; from < best.choices().length && tries < MOST_TRIES; from += length) {
                    for (boolean cut : new boolean[] {true, false}) {
                        int[] changed = changed(best.choices(), from, length, cut);
                        tries++;
                        Found now = changed == null
                                ? null
                                : run(Choices.of(changed), null).orElse(null);
                        if (now != null && now.property().equals(found.property())) {
                            best = new Found(now.property(), now.message(), trimmed(now.choices()));
                            shorter = true;
                            break;
                        }
                    }
                }
            }
        }
        return best;
    }

    /** Returns choices without some of them, or with calm ones in their place; {@code null} if nothing changes. */
    private static int[] changed(int[] choices, int from, int length, boolean cut) {
        int end = Math.min(choices.length, from + length);
        if (cut) {
            int[] less = new int[choices.length - (end - from)];
            System.arraycopy(choices, 0, less, 0, from);
            System.arraycopy(choices, end, less, from, choices.length - end);
            return less;
        }
        int[] calm = choices.clone();
        boolean any = false;
        for (int i = from; i < end; i++) {
            any |= calm[i] != 0;
            calm[i] = 0;
        }
        return any ? calm : null;
    }

    /** Returns choices without calm ones at the end, which follow anyway. */
    private static int[] trimmed(int[] choices) {
        int length = choices.length;
        while (length > 0 && choices[length - 1] == 0) {
            length--;
        }
        return java.util.Arrays.copyOf(choices, length);
    }
}
