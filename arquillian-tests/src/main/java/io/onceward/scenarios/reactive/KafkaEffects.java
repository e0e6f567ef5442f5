// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.reactive;

import io.onceward.scenarios.support.ServerResources;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Initialized;
import jakarta.enterprise.event.Observes;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import javax.sql.DataSource;

/** The effects of messages, in the transaction of the caller. A message may fail until the test has repaired its cause. */
@ApplicationScoped
public class KafkaEffects {

    static final String TABLE = "server_kafka_effect";

    /** The start of a message that fails. */
    static final String FAILS = "fails";

    private static final String REPAIRED = "scenarios.kafka.repaired";

    private final CompletableFuture<DataSource> datasource = new CompletableFuture<>();
    private volatile boolean hasFailed;

    /** At the start, because the thread of a message may have no names. The first messages may come before it. */
    void open(@Observes @Initialized(ApplicationScoped.class) Object started) {
        datasource.complete(ServerResources.dataSource("jdbc/postgresql"));
    }

    void happen(String text) {
        try (Connection connection = datasource.join().getConnection();
                PreparedStatement insert = connection.prepareStatement("INSERT INTO " + TABLE + " VALUES (?)")) {
            insert.setString(1, text);
            insert.executeUpdate();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        if (text.startsWith(FAILS) && !Boolean.getBoolean(REPAIRED)) {
            hasFailed = true;
            throw new IllegalStateException("not repaired");
        }
    }

    boolean hasFailed() {
        return hasFailed;
    }

    static void repair() {
        System.setProperty(REPAIRED, "true");
    }
}
