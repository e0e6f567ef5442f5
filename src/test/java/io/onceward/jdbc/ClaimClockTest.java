// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.fixture.Sql;
import io.onceward.inbox.ExpiredClaimStore;
import io.onceward.jdbc.dialect.Dialect;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

/** A clock that jumps ahead deletes no claim whose retention is not over. */
class ClaimClockTest {

    private static final Duration KEPT = Duration.ofDays(30);

    private static final ExpiredClaimStore.Retention RETENTION = new ExpiredClaimStore.Retention() {
        @Override
        public Duration shortest() {
            return KEPT;
        }

        @Override
        public Optional<Duration> of(String handler) {
            return Optional.of(KEPT);
        }
    };

    private final JdbcDataSource h2 = new JdbcDataSource();

    @Test
    void databaseWhoseClockIsAheadKeepsClaims() throws Exception {
        h2.setUrl("jdbc:h2:mem:claim-clock;DB_CLOSE_DELAY=-1");
        try (Connection connection = h2.getConnection()) {
            new Schema("test", dialect(Duration.ZERO), new Tables("", "onceward_")).create(connection);
        }
        Sql.execute(
                h2::getConnection,
                "INSERT INTO onceward_inbox VALUES ('billing', 'new', CURRENT_TIMESTAMP),"
                        + " ('billing', 'old', CURRENT_TIMESTAMP - INTERVAL '31' DAY)");
        assertThat(pruned(Duration.ofDays(60))).as("only the old one").isOne();
        assertThat(pruned(Duration.ofDays(-60))).isZero();
    }

    private int pruned(Duration ahead) {
        Dialect dialect = dialect(ahead);
        return new JdbcExpiredClaimStore(new Jdbc(h2, dialect), dialect, new Tables("", "onceward_"))
                .prune(RETENTION, null, 10)
                .deleted();
    }

    private static Dialect dialect(Duration ahead) {
        Dialect usual = Dialect.of("H2", "2.2.224").orElseThrow();
        return (Dialect) Proxy.newProxyInstance(
                Dialect.class.getClassLoader(),
                new Class<?>[] {Dialect.class},
                (proxy, method, arguments) -> method.getName().equals("now") && method.getParameterCount() == 1
                        ? Instant.now().plus(ahead)
                        : method.invoke(usual, arguments));
    }
}
