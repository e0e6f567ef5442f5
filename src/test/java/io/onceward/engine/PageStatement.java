// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;

/** The statements of docs/sql.md, by which other programs record events of the channel "orders". */
final class PageStatement {

    private static final Path PAGE = Path.of("..", "docs", "sql.md");

    private static final Pattern BLOCK = Pattern.compile("(?m)^(.+):\\n\\n```sql\\n([^`]+);\\n```");

    private static final Pattern NAME = Pattern.compile(":([a-z]+)");

    private PageStatement() {}

    /**
     * Records an event, and returns its id.
     *
     * @param column {@code destination}, or {@code handler} for an event of a local channel
     * @param destination the value of this column
     */
    static String insert(DataSource dataSource, String column, String destination, String key, String payload)
            throws IOException, SQLException {
        Map<String, String> values = new HashMap<>(Map.of(
                "id",
                UUID.randomUUID().toString(),
                "channel",
                "orders",
                "type",
                "OrderPlaced",
                "payload",
                payload,
                "contenttype",
                "application/json",
                "destination",
                destination));
        values.put("key", key);
        try (Connection connection = dataSource.getConnection()) {
            String sql = statement(connection.getMetaData().getDatabaseProductName());
            if (column.equals("handler")) {
                sql = sql.replace("onceward_outbox", "onceward_inbox_message").replace(", destination,", ", handler,");
            }
            try (PreparedStatement insert =
                    connection.prepareStatement(NAME.matcher(sql).replaceAll("?"))) {
                Matcher name = NAME.matcher(sql);
                for (int i = 1; name.find(); i++) {
                    insert.setString(i, values.get(name.group(1)));
                }
                assertThat(insert.executeUpdate()).isEqualTo(1);
            }
        }
        return values.get("id");
    }

    private static String statement(String product) throws IOException {
        Matcher block = BLOCK.matcher(Files.readString(PAGE));
        while (block.find()) {
            if (block.group(1).contains(product)) {
                return block.group(2);
            }
        }
        throw new IllegalArgumentException(PAGE + " has no statement for " + product);
    }
}
