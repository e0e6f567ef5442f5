// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc.dialect;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.sql.DataSource;

/** A second connection of a datasource, on another thread, because a server may give a thread the same connection again. */
record OtherConnection(DataSource dataSource, ThreadFactory threads) {

    private static final int PATIENCE_SECONDS = 5;

    /** A piece of JDBC. */
    @FunctionalInterface
    interface Question<T> {
        T of(Connection connection) throws SQLException;
    }

    /**
     * Returns the answer of a second connection; empty if the pool gives none in time.
     *
     * @throws SQLException if the pool refuses a second connection, or the question fails
     */
    <T> Optional<T> ask(Question<T> question) throws SQLException {
        FutureTask<T> answer = new FutureTask<>(() -> {
            try (Connection other = dataSource.getConnection()) {
                return question.of(other);
            }
        });
        threads.newThread(answer).start();
        try {
            return Optional.of(answer.get(PATIENCE_SECONDS, TimeUnit.SECONDS));
        } catch (ExecutionException e) {
            if (e.getCause() instanceof SQLException failure) {
                throw failure;
            }
            return Optional.empty();
        } catch (TimeoutException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
