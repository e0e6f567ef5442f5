// SPDX-License-Identifier: Apache-2.0
package io.onceward.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Failures of drivers, pools, clients and resource adapters, and what an operator reads. The table {@code diagnoses.txt} has the causes
 * of each failure, from outside in, as they were printed: class, message and, for a database, {@code [SQLState/code]}.
 */
class DiagnosisTest {

    private static final Path TABLE = Path.of("test", "resources", "diagnoses.txt");

    private static final Pattern SQL = Pattern.compile("(.*) \\[(\\w+)/(-?\\d+)]");

    /** A failure, and the beginning of what an operator reads. */
    record Failure(String name, List<String> causes, String sentence) {

        Throwable exception() {
            Throwable inner = null;
            for (int i = causes.size() - 1; i >= 0; i--) {
                inner = exception(causes.get(i), inner);
            }
            return inner;
        }

        private static Throwable exception(String line, Throwable cause) {
            Matcher sql = SQL.matcher(line);
            if (sql.matches()) {
                String state = sql.group(2).equals("null") ? null : sql.group(2);
                return new SQLException(message(sql.group(1)), state, Integer.parseInt(sql.group(3)), cause);
            }
            if (line.startsWith("java.lang.NullPointerException")) {
                return new NullPointerException(message(line));
            }
            return new Exception(message(line), cause) {
                private static final long serialVersionUID = 1L;

                @Override
                public String toString() {
                    return line;
                }
            };
        }

        private static String message(String line) {
            return line.contains(": ") ? line.substring(line.indexOf(": ") + 2) : null;
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Failure> failures() {
        List<Failure> failures = new ArrayList<>();
        List<String> causes = new ArrayList<>();
        String name = "";
        try {
            for (String line : Files.readAllLines(TABLE, StandardCharsets.UTF_8)) {
                if (line.startsWith("## ")) {
                    name = line.substring(3);
                    causes.clear();
                } else if (line.startsWith("=> ")) {
                    failures.add(new Failure(name, List.copyOf(causes), line.substring(3)));
                } else if (!line.isBlank() && !line.startsWith("//")) {
                    causes.add(line.strip().replace("\\n", "\n"));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return failures.stream();
    }

    @ParameterizedTest
    @MethodSource("failures")
    void operatorReadsWhatHappenedAndWhatToDo(Failure failure) {
        String read = Causes.diagnosis(failure.exception()).orElse("nothing");
        assertThat(read).startsWith(failure.sentence());
        assertThat(read).doesNotContain("errorType=", "NullPointerException", "this.mc");
        assertThat(Causes.explained(failure.exception())).startsWith(failure.sentence());
    }

    @Test
    void tableHasEachPieceThatOncewardSupports() {
        List<String> names = failures().map(Failure::name).toList();
        assertThat(names).hasSizeGreaterThan(40);
        for (String piece : List.of(
                "PostgreSQL",
                "MySQL",
                "MariaDB",
                "H2",
                "Agroal",
                "IronJacamar",
                "Payara",
                "Open Liberty",
                "Artemis",
                "Artemis RA",
                "ActiveMQ Classic",
                "Qpid JMS",
                "OpenMQ",
                "RabbitMQ",
                "Kafka",
                "NATS")) {
            assertThat(names).as(piece).anyMatch(name -> name.startsWith(piece + ":"));
        }
    }

    @Test
    void failureOfTheApplicationIsNotDiagnosed() {
        assertThat(Causes.diagnosis(new IllegalStateException("no such order", new IOException("a file"))))
                .isEqualTo(Optional.empty());
    }
}
