// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.onceward.api.EventState;
import io.onceward.fixture.MalformedText;
import io.onceward.jdbc.dialect.Dialect;
import io.onceward.queue.RecordedEvent;
import io.onceward.queue.Slots;
import io.onceward.queue.store.QueuedEvent;
import java.lang.reflect.Proxy;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Rows of another writer. */
class EventRowsFuzzTest {

    private static final String[] JSON = {
        "{",
        "}",
        "[",
        "]",
        "{\"a\":",
        "\"a\"",
        ":",
        ",",
        "{\"tenant\":\"acme\"}",
        "{\"a\":1e999999999}",
        "{\"a\":null}",
        "{\"a\":{\"b\":[1,true]}}",
        "\"\\ud83d\"",
        "\\u0000",
        "/*"
    };

    private static final Dialect DIALECT = Dialect.of("H2", "2.2.224").orElseThrow();

    @Test
    void anyRowIsAnEventOrHasADefect() {
        MalformedText.each(EventRowsFuzzTest::isAnEventOrHasADefect);
    }

    @Test
    void deeplyNestedHeadersAreADefect() throws SQLException {
        for (String bomb : List.of("[", "{\"a\":", "{\"a\":[")) {
            assertThat(read(Map.of(2, "PENDING", 4, "id", 10, bomb.repeat(200_000)))
                            .defect())
                    .isNotNull();
        }
    }

    @Test
    void headersTravelThroughTheTable() {
        MalformedText.each(malformed -> {
            Map<String, String> headers = new LinkedHashMap<>();
            for (int i = malformed.below(4); i > 0; i--) {
                headers.put(malformed.text(JSON), malformed.text(JSON));
            }
            HeadersJson json = new HeadersJson();
            assertThat(json.read(json.write(headers))).isEqualTo(headers);
        });
    }

    @Timeout(20)
    @FuzzTest
    void structuredInput(FuzzedDataProvider data) {
        isAnEventOrHasADefect(MalformedText.of(data));
    }

    private static void isAnEventOrHasADefect(MalformedText malformed) {
        Map<Integer, Object> row = new LinkedHashMap<>();
        row.put(1, malformed.number());
        row.put(2, malformed.oneOf(List.of(EventState.values())).name());
        row.put(3, (int) malformed.number());
        for (int column : List.of(4, 5, 6, 7, 9, 11)) {
            row.put(column, malformed.below(10) == 9 ? null : malformed.text("jms:queue:x", "text/plain"));
        }
        row.put(8, malformed.below(10) == 9 ? null : malformed.bytes());
        row.put(10, malformed.below(10) == 9 ? null : malformed.text(JSON));
        row.put(12, malformed.yes() ? malformed.below(Slots.COUNT) : (int) malformed.number());
        QueuedEvent read;
        try {
            read = read(row);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
        RecordedEvent event = read.event();
        assertThat(event.slot()).isBetween(0, Slots.COUNT - 1);
        assertThat(read.attempts() + 1).isPositive();
        if (read.defect() == null) {
            assertThat(new Object[] {
                        event.id(),
                        event.channel(),
                        event.type(),
                        event.payload(),
                        event.contentType(),
                        event.destination()
                    })
                    .doesNotContainNull();
            assertThat(event.headers()).doesNotContainValue(null);
        }
    }

    private static QueuedEvent read(Map<Integer, Object> row) throws SQLException {
        ResultSet result = (ResultSet) Proxy.newProxyInstance(
                ResultSet.class.getClassLoader(), new Class<?>[] {ResultSet.class}, (proxy, method, arguments) -> {
                    if (arguments[0] instanceof String) {
                        return OffsetDateTime.parse("2026-01-01T00:00:00Z");
                    }
                    if (method.getName().equals("getDouble")) {
                        return 0.5;
                    }
                    Object value = row.get((Integer) arguments[0]);
                    return value != null || !method.getReturnType().isPrimitive()
                            ? value
                            : method.getName().equals("getLong") ? (Object) 0L : (Object) 0;
                });
        return new EventRows(DIALECT, "orders").read(result);
    }
}
