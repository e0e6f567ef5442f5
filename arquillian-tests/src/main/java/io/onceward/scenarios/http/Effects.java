// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.http;

import io.onceward.scenarios.support.ServerResources;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The effects of requests, in their transaction. */
@ApplicationScoped
public class Effects {

    private final AtomicInteger calls = new AtomicInteger();
    private final CountDownLatch released = new CountDownLatch(1);

    public Receipt place(String id) {
        insert("http_effect", id);
        return new Receipt(id, calls.incrementAndGet(), List.of("tea", "cup"));
    }

    /** Inserts a row twice, which the database refuses at the commit. */
    public void refuseCommit(String id) {
        insert("http_unique", id);
        insert("http_unique", id);
    }

    private static void insert(String table, String id) {
        try (Connection connection =
                        ServerResources.dataSource("jdbc/postgresql").getConnection();
                PreparedStatement statement =
                        connection.prepareStatement("INSERT INTO " + table + " (id) VALUES (?)")) {
            statement.setString(1, id);
            statement.executeUpdate();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    public void awaitRelease() {
        try {
            if (!released.await(30, TimeUnit.SECONDS)) {
                throw new IllegalStateException("not released");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    public void release() {
        released.countDown();
    }
}
