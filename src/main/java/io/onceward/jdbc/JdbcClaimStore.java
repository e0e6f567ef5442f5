// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc;

import io.onceward.inbox.ClaimStore;
import io.onceward.inbox.StoredResult;
import io.onceward.jdbc.dialect.Dialect;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

final class JdbcClaimStore implements ClaimStore {

    private static final String OF_ONE = " WHERE handler = ? AND messageid = ?";

    private final Jdbc jdbc;
    private final Dialect dialect;
    private final boolean isFirst;
    private final ClaimStore first;
    private final String inbox;
    private final String claim;
    private final String keep;
    private final String result;
    private final String claimed;
    private final String forget;
    private final String nextHandler;

    JdbcClaimStore(Jdbc jdbc, Dialect dialect, Tables tables) {
        this(jdbc, dialect, tables, false);
    }

    /** @param isFirst whether transactions begin with the claims */
    private JdbcClaimStore(Jdbc jdbc, Dialect dialect, Tables tables, boolean isFirst) {
        this.jdbc = jdbc;
        this.dialect = dialect;
        this.isFirst = isFirst;
        first = isFirst ? this : new JdbcClaimStore(jdbc, dialect, tables, true);
        inbox = tables.inbox();
        claim = claim(1);
        keep = "INSERT INTO " + tables.results()
                + " (handler, messageid, fingerprint, status, headers, contenttype, content) VALUES (?, ?, ?, ?, ?, ?, ?)";
        result = "SELECT fingerprint, status, headers, contenttype, content FROM " + tables.results() + OF_ONE;
        claimed = "SELECT 1 FROM " + inbox + OF_ONE;
        nextHandler = "SELECT MIN(handler) FROM " + inbox + " WHERE handler > ?";
        forget = "DELETE FROM " + inbox + OF_ONE;
    }

    private String claim(int count) {
        return isFirst ? dialect.firstClaim(inbox, count) : dialect.claim(inbox, count);
    }

    @Override
    public ClaimStore first() {
        return first;
    }

    @Override
    public boolean claim(String handler, String messageId) {
        return claim("claim a message", claim, handler, List.of(messageId));
    }

    /** Concurrent claims of the same messages wait for each other in the same order. */
    @Override
    public boolean claimAll(String handler, List<String> messageIds) {
        List<String> sorted = messageIds.stream().sorted().toList();
        return claim("claim messages", claim(sorted.size()), handler, sorted);
    }

    private boolean claim(String action, String sql, String handler, List<String> messageIds) {
        String[] values =
                messageIds.stream().flatMap(id -> Stream.of(handler, id)).toArray(String[]::new);
        return jdbc.run(action + " for handler '" + handler + "'", connection -> {
            try {
                return dialect.update(connection, sql, values) == messageIds.size();
            } catch (SQLException e) {
                if (dialect.claimedBefore(e)) {
                    return false;
                }
                throw e;
            }
        });
    }

    @Override
    public boolean tryClaim(String handler, String messageId) {
        return jdbc.run(
                "claim a message for handler '" + handler + "' without waiting",
                connection -> isFirst
                        ? dialect.tryFirstClaim(connection, inbox, handler, messageId)
                        : dialect.tryClaim(connection, inbox, handler, messageId));
    }

    @Override
    public void keep(String handler, String messageId, StoredResult kept) {
        jdbc.run("store a result of handler '" + handler + "'", connection -> {
            try (PreparedStatement statement = connection.prepareStatement(keep)) {
                statement.setString(1, handler);
                statement.setString(2, messageId);
                statement.setString(3, kept.fingerprint());
                statement.setInt(4, kept.status());
                statement.setString(5, kept.headers());
                statement.setString(6, kept.contentType());
                statement.setBytes(7, kept.content());
                return statement.executeUpdate();
            }
        });
    }

    @Override
    public Optional<StoredResult> result(String handler, String messageId) {
        return read(result, handler, messageId);
    }

    @Override
    public Optional<StoredResult> latestResult(String handler, String messageId) {
        return read(dialect.latest(result), handler, messageId);
    }

    private Optional<StoredResult> read(String sql, String handler, String messageId) {
        return jdbc.run("read a result of handler '" + handler + "'", connection -> {
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                statement.setString(1, handler);
                statement.setString(2, messageId);
                try (ResultSet row = statement.executeQuery()) {
                    return row.next()
                            ? Optional.of(new StoredResult(
                                    row.getString("fingerprint"),
                                    row.getInt("status"),
                                    row.getString("headers"),
                                    row.getString("contenttype"),
                                    row.getBytes("content")))
                            : Optional.empty();
                }
            }
        });
    }

    /** Goes from one name to the next, each by a look into the primary key: DISTINCT would read the whole table. */
    @Override
    public Set<String> handlers() {
        return jdbc.run("list the handlers of claims", connection -> {
            Set<String> all = new TreeSet<>();
            try (PreparedStatement statement = connection.prepareStatement(nextHandler)) {
                String last = "";
                while (last != null) {
                    statement.setString(1, last);
                    try (ResultSet row = statement.executeQuery()) {
                        row.next();
                        last = row.getString(1);
                    }
                    if (last != null && !all.add(last)) {
                        break;
                    }
                }
            }
            return all;
        });
    }

    @Override
    public boolean isClaimed(String handler, String messageId) {
        return jdbc.run("look for a claim", connection -> {
            try (PreparedStatement statement = connection.prepareStatement(claimed)) {
                statement.setString(1, handler);
                statement.setString(2, messageId);
                try (ResultSet row = statement.executeQuery()) {
                    return row.next();
                }
            }
        });
    }

    @Override
    public void forget(String handler, String messageId) {
        jdbc.run("remove a claim", connection -> dialect.update(connection, forget, handler, messageId));
    }
}
