// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import io.onceward.api.OncewardException;
import io.onceward.codec.BuiltInCodecs;
import io.onceward.inbox.IdempotentCalls;
import io.onceward.inbox.ResultPolicy;
import io.onceward.inbox.ResultReplay;
import io.onceward.spi.Transactions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;

/**
 * Makes an idempotent call for each order until it knows the answer, and records the answer in another transaction, as
 * any caller does.
 */
final class IdempotentCaller {

    private static final int PAUSE_MILLIS = 20;

    private final IdempotentCalls calls;
    private final ResultPolicy results = new ResultReplay(BuiltInCodecs.builtIn(), String.class);
    private final String effect;
    private final Method method;

    /** The method that the calls run once. */
    @FunctionalInterface
    interface Method {
        void run(String effect, Order order, String note) throws Exception;
    }

    /** An order as callers know it. */
    record Order(String id, String key) {}

    /** @param effect what the method leaves, with a note that it returns */
    IdempotentCaller(IdempotentCalls calls, String effect, Method method) {
        this.calls = calls;
        this.effect = effect;
        this.method = method;
    }

    /** Calls without a transaction. */
    void callAlone(String databaseUrl) throws Exception {
        callAll(databaseUrl, this::once);
    }

    /** Calls within a transaction of the caller's. */
    void callJoining(String databaseUrl, Transactions transactions) throws Exception {
        callAll(databaseUrl, order -> transactions.inNew(() -> once(order)));
    }

    private String once(Order order) throws Exception {
        Callable<Object> call = () -> {
            String note = UUID.randomUUID().toString();
            method.run(effect, order, note);
            return note;
        };
        return (String) calls.once(Books.HANDLERS.get(effect), order.id(), results, call);
    }

    /** One call, in whatever way. */
    @FunctionalInterface
    private interface Call {
        String answer(Order order) throws Exception;
    }

    private void callAll(String databaseUrl, Call call) throws Exception {
        try (Connection notes = DriverManager.getConnection(databaseUrl)) {
            while (true) {
                for (Order order : unanswered(notes)) {
                    Optional<String> answer = answerOf(order, call);
                    if (answer.isPresent()) {
                        note(notes, order, answer.get());
                    }
                }
                Thread.sleep(PAUSE_MILLIS);
            }
        }
    }

    /** Returns no answer if the call is refused, as while another node makes it: callers try again. */
    private static Optional<String> answerOf(Order order, Call call) throws Exception {
        try {
            return Optional.of(call.answer(order));
        } catch (OncewardException e) {
            System.out.println("called in vain: " + e.getMessage());
            return Optional.empty();
        }
    }

    private List<Order> unanswered(Connection notes) throws SQLException {
        try (PreparedStatement statement = notes.prepareStatement("SELECT id, key FROM orders WHERE id NOT IN"
                + " (SELECT order_id FROM answers WHERE what = ?) ORDER BY nr")) {
            statement.setString(1, effect);
            List<Order> orders = new ArrayList<>();
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    orders.add(new Order(row.getString(1), row.getString(2)));
                }
            }
            return orders;
        }
    }

    private void note(Connection notes, Order order, String answer) throws SQLException {
        try (PreparedStatement statement = notes.prepareStatement(
                "INSERT INTO answers (order_id, what, answer) VALUES (?, ?, ?) ON CONFLICT DO NOTHING")) {
            statement.setString(1, order.id());
            statement.setString(2, effect);
            statement.setString(3, answer);
            statement.executeUpdate();
        }
    }
}
