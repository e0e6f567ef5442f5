// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.faults.CaptureJournal.Message;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The sales of a {@link CaptureNode} that have committed.
 *
 * @param byId the sales by the id of their event
 */
record Sales(Map<String, Sale> byId) {

    /**
     * A sale.
     *
     * @param key of the event
     * @param nr of the seat, which grows by one with each sale of the key
     */
    record Sale(String key, long nr) {}

    /** Reads the sales from the database. */
    static Sales read(String url) throws SQLException {
        Map<String, Sale> sales = new LinkedHashMap<>();
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT id, name, nr FROM sold")) {
            while (row.next()) {
                sales.put(row.getString(1), new Sale(row.getString(2), row.getLong(3)));
            }
        }
        return new Sales(sales);
    }

    int size() {
        return byId.size();
    }

    Set<String> ids() {
        return byId.keySet();
    }

    /** Fails unless the events have arrived once, those of each key in order. */
    void assertArrivedOnce(List<String> arrived) {
        assertThat(arrived).containsExactlyInAnyOrderElementsOf(ids());
        Map<String, Long> last = new HashMap<>();
        assertThat(arrived.stream().map(byId::get)).allSatisfy(sale -> {
            Long before = last.put(sale.key(), sale.nr());
            assertThat(sale.nr()).isGreaterThan(before == null ? 0 : before);
        });
    }

    /** Fails unless each message is a sale, each sale has arrived, and the first arrivals of each key are in order. */
    void assertArrived(List<Message> messages) {
        Map<String, Long> last = new HashMap<>();
        Set<String> seen = new HashSet<>();
        List<String> wrong = new ArrayList<>();
        for (Message message : messages) {
            Sale sale = byId.get(message.id());
            if (sale == null) {
                wrong.add("not committed: " + message.text());
                continue;
            }
            if (!seen.add(message.id())) {
                continue;
            }
            if (last.merge(sale.key(), sale.nr(), Math::max) != sale.nr()) {
                wrong.add("out of order: " + sale);
            }
            assertIsOf(sale, message);
        }
        assertThat(wrong).isEmpty();
        assertThat(seen).hasSameSizeAs(ids());
    }

    private static void assertIsOf(Sale sale, Message message) {
        assertThat(message.topic()).isEqualTo("outbox.event.seats");
        assertThat(message.key()).isEqualTo(sale.key());
        assertThat(message.text()).isEqualTo(sale.key() + " " + sale.nr());
        assertThat(message.headers())
                .containsEntry("onceward_id", message.id())
                .containsEntry("onceward_type", "SeatSold")
                .containsEntry("content-type", "text/plain")
                .containsEntry("onceward_headers", "{\"tenant\":\"acme\"}");
    }
}
