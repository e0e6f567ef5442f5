// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VersionTest {

    @ParameterizedTest
    @CsvSource({
        "2.2.224 (2023-09-17), 2.2.224",
        "17.11 (Debian 17.11-1.pgdg12+1), 17.11",
        "18, 18",
        "11.4.5-MariaDB, 11.4.5",
        "8.0.31-0ubuntu0.22.04.1, 8.0.31",
        "nothing, 0"
    })
    void readsWhatDatabasesSay(String text, String version) {
        assertThat(Version.of(text)).hasToString(version);
    }

    @Test
    void comparesNumbersAndNotDigits() {
        assertThat(Version.of("10.6")).isGreaterThan(Version.of("10.5.28")).isLessThan(Version.of("10.11"));
        assertThat(Version.of("2.2.220"))
                .isGreaterThan(Version.of("2.2.22"))
                .isEqualByComparingTo(Version.of("2.2.220"));
    }

    @ParameterizedTest
    @CsvSource({
        "MariaDB, 11.4.5-MariaDB, MariaDB, 11.4.5",
        "MariaDB, 5.5.5-10.6.12-MariaDB, MariaDB, 10.6.12",
        "MySQL, 11.4.5-MariaDB, MariaDB, 11.4.5",
        "MySQL, 8.4.3, MySQL, 8.4.3",
        "PostgreSQL, 12.22, PostgreSQL, 12.22",
        "H2, 2.2.224 (2023-09-17), H2, 2.2.224"
    })
    void productIsKnownWhateverTheDriverCallsIt(String says, String version, String product, String numbers) {
        assertThat(Dialect.of(says, version)).hasValueSatisfying(dialect -> {
            assertThat(dialect.product()).isEqualTo(product);
            assertThat(dialect.version(version)).hasToString(numbers);
        });
    }

    @Test
    void otherProductsAreUnknown() {
        assertThat(Dialect.of("Oracle", "23.4")).isEmpty();
    }
}
