// SPDX-License-Identifier: Apache-2.0
package io.onceward.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A new database is one dialect and its DDL file: no other class has SQL or codes in which databases differ. */
class VendorSqlTest {

    private static final Path SOURCES = Path.of("main", "java");
    private static final Path DIALECTS = SOURCES.resolve(Path.of("io", "onceward", "jdbc", "dialect"));

    /** Describes failures of databases and brokers to operators, and decides nothing. */
    private static final Path DIAGNOSIS = SOURCES.resolve(Path.of("io", "onceward", "log", "Diagnosis.java"));

    /** Paging, locks, hints and failures. */
    private static final Pattern VENDOR =
            Pattern.compile("\\bLIMIT (\\?|\\d|\")|\\bOFFSET\\b|\\bFETCH (FIRST|NEXT)\\b|\\bFOR (UPDATE|SHARE)\\b"
                    + "|\\bSKIP LOCKED\\b|\\bNOWAIT\\b|\\bLOCK IN SHARE\\b|\\bON (CONFLICT|DUPLICATE KEY)\\b|\\bMERGE INTO\\b"
                    + "|\\bCURRENT_TIMESTAMP\\b|\\bgetSQLState\\b|\\bgetErrorCode\\b");

    @Test
    void onlyDialectsHaveVendorSqlAndCodes() throws IOException {
        assertThat(sources(false)).isNotEmpty().allSatisfy(file -> assertThat(
                        VENDOR.matcher(Files.readString(file)).find())
                .as("%s has SQL or codes of a database", file)
                .isFalse());
    }

    /** Finds the vendor words in the dialects, so that the search itself works. */
    @Test
    void dialectsHaveThem() throws IOException {
        assertThat(sources(true))
                .anySatisfy(file -> assertThat(Files.readString(file)).containsPattern(VENDOR));
    }

    private static List<Path> sources(boolean ofDialects) throws IOException {
        try (Stream<Path> files = Files.walk(SOURCES)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> file.startsWith(DIALECTS) == ofDialects)
                    .filter(file -> !file.equals(DIAGNOSIS))
                    .toList();
        }
    }
}
