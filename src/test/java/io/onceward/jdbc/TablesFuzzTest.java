// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.onceward.api.OncewardException;
import io.onceward.config.OncewardConfig;
import io.onceward.fixture.MalformedText;
import io.onceward.jdbc.dialect.Dialect;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Table prefix and schema, the only input that becomes part of statements. */
class TablesFuzzTest {

    private static final List<String> SCRIPTS =
            Dialect.ALL.stream().map(dialect -> script(dialect.ddl())).toList();

    @Test
    void prefixAndSchemaAreIdentifiersOrRefused() {
        MalformedText.each(TablesFuzzTest::areIdentifiersOrRefused);
    }

    @Timeout(20)
    @FuzzTest
    void structuredInput(FuzzedDataProvider data) {
        areIdentifiersOrRefused(MalformedText.of(data));
    }

    private static void areIdentifiersOrRefused(MalformedText malformed) {
        String[] words = {"shop", "Shop_", "a", "onceward_", "x1", "public", "$", "\\"};
        Map<String, String> values =
                Map.of("onceward.table-prefix", malformed.text(words), "onceward.table-schema", malformed.text(words));
        OncewardConfig config;
        try {
            config = new OncewardConfig(values.keySet(), name -> Optional.ofNullable(values.get(name)));
        } catch (OncewardException e) {
            assertThat(e.code()).isEqualTo("OWD-0005");
            return;
        }
        Tables tables = new Tables(config.tableSchema(), config.tablePrefix());
        String script = malformed.oneOf(SCRIPTS);
        assertThat(withoutWords(tables.rename(script))).isEqualTo(withoutWords(script));
        assertThat(tables.outbox()).matches("(?:[A-Za-z_]\\w{0,62}\\.)?[A-Za-z]\\w{0,19}outbox");
    }

    /** Returns the structure of a statement, without its words. */
    private static String withoutWords(String sql) {
        return sql.replaceAll("[A-Za-z0-9_.]+", "x");
    }

    private static String script(String name) {
        try (var in = Tables.class.getClassLoader().getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
