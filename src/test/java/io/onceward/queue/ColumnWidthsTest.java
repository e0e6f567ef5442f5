// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.api.EventState;
import io.onceward.jdbc.dialect.Dialect;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every DDL file has the widths that the code checks. */
class ColumnWidthsTest {

    private static final Pattern TABLE =
            Pattern.compile("CREATE TABLE IF NOT EXISTS onceward_(\\w+) \\((.*?)\\n\\)", Pattern.DOTALL);
    private static final Pattern COLUMN = Pattern.compile("(?m)^  (\\w+) +VARCHAR\\((\\d+)\\)");

    private static final Pattern WIDTH = Pattern.compile("VARCHAR\\((\\d+)\\)");

    /** Long enough for the name of each state. */
    private static final int STATE = 10;

    /** SHA-256 in hexadecimal digits. */
    private static final int FINGERPRINT = 64;

    private static final int SIDE = 10;

    /** The longer one of "block-key" and "skip" has nine characters. */
    private static final int ON_FAILURE = 10;

    /** A UUID. */
    private static final int IDENTITY = 36;

    static Iterable<Dialect> dialects() {
        return Dialect.ALL;
    }

    @ParameterizedTest
    @MethodSource("dialects")
    void ddlHasTheWidthsOfTheCode(Dialect dialect) throws IOException {
        assertThat(widths(dialect.ddl())).containsExactlyInAnyOrderEntriesOf(expected());
    }

    @ParameterizedTest
    @MethodSource("dialects")
    void statementsTakeIdsOfEachTable(Dialect dialect) {
        assertThat(WIDTH.matcher(dialect.delete("rows", "queue", 1)).results())
                .extracting(width -> Integer.valueOf(width.group(1)))
                .allMatch(width -> width == Math.max(ColumnWidths.EVENT_ID, ColumnWidths.MESSAGE_ID));
    }

    @Test
    void aStateFits() {
        assertThat(Arrays.stream(EventState.values()).map(EventState::name))
                .allSatisfy(name -> assertThat(name).hasSizeLessThanOrEqualTo(STATE));
    }

    @Test
    void aSideFits() {
        assertThat(Side.values()).extracting(Side::text).allSatisfy(text -> assertThat(text)
                .hasSizeLessThanOrEqualTo(SIDE));
    }

    private static Map<String, Integer> expected() {
        Map<String, Integer> widths = new TreeMap<>();
        for (String table : new String[] {"outbox", "outbox_sent", "inbox_message"}) {
            boolean received = table.equals("inbox_message");
            widths.put(table + ".id", received ? ColumnWidths.MESSAGE_ID : ColumnWidths.EVENT_ID);
            widths.put(table + ".aggregatetype", ColumnWidths.QUEUE);
            widths.put(table + ".aggregateid", ColumnWidths.KEY);
            widths.put(table + ".type", ColumnWidths.TYPE);
            widths.put(table + ".contenttype", ColumnWidths.CONTENT_TYPE);
            widths.put(
                    table + (received ? ".handler" : ".destination"),
                    received ? ColumnWidths.QUEUE : ColumnWidths.DESTINATION);
        }
        for (String table : new String[] {"outbox", "inbox_message"}) {
            widths.put(table + ".state", STATE);
            widths.put(table + ".lasterror", ColumnWidths.ERROR);
        }
        for (String table : new String[] {"inbox", "inbox_result"}) {
            widths.put(table + ".handler", ColumnWidths.QUEUE);
            widths.put(table + ".messageid", ColumnWidths.MESSAGE_ID);
        }
        widths.put("inbox_result.fingerprint", FINGERPRINT);
        widths.put("inbox_result.contenttype", ColumnWidths.CONTENT_TYPE);
        widths.put("lane.channel", ColumnWidths.QUEUE);
        widths.put("lane.owner", IDENTITY);
        widths.put("inbox_lane.handler", ColumnWidths.QUEUE);
        widths.put("inbox_lane.owner", IDENTITY);
        widths.put("node.identity", IDENTITY);
        widths.put("node.name", ColumnWidths.QUEUE);
        widths.put("policy.side", SIDE);
        widths.put("policy.queue", ColumnWidths.QUEUE);
        widths.put("policy.application", ColumnWidths.QUEUE);
        widths.put("policy.onfailure", ON_FAILURE);
        widths.put("pause.side", SIDE);
        widths.put("pause.queue", ColumnWidths.QUEUE);
        widths.put("pause.pausedby", ColumnWidths.OPERATOR);
        return widths;
    }

    private static Map<String, Integer> widths(String ddl) throws IOException {
        Map<String, Integer> widths = new TreeMap<>();
        try (InputStream in = Dialect.class.getClassLoader().getResourceAsStream(ddl)) {
            Matcher tables = TABLE.matcher(new String(in.readAllBytes(), StandardCharsets.UTF_8));
            while (tables.find()) {
                Matcher columns = COLUMN.matcher(tables.group(2));
                while (columns.find()) {
                    widths.put(tables.group(1) + "." + columns.group(1), Integer.parseInt(columns.group(2)));
                }
            }
        }
        return widths;
    }
}
