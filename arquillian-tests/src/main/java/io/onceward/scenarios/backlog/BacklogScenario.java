// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.backlog;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.scenarios.Deployments;
import io.onceward.scenarios.selection.AnyMessaging;
import io.onceward.scenarios.selection.OnlyInFull;
import io.onceward.scenarios.support.Await;
import io.onceward.scenarios.support.ConsumedMessage;
import io.onceward.scenarios.support.Queues;
import io.onceward.scenarios.support.ServerResources;
import jakarta.annotation.Resource;
import jakarta.ejb.EJB;
import jakarta.transaction.UserTransaction;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.eclipse.microprofile.config.ConfigProvider;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * One transaction records a backlog, and the senders of the relay publish it. {@code -Dbacklog.events=50000
 * -Dbacklog.rounds=5} measures it. With {@code -Dbacklog.relay=} and the class path of the
 * benchmarks, a relay in a plain JVM drains it instead.
 */
@ExtendWith(ArquillianExtension.class)
@AnyMessaging
@OnlyInFull
public class BacklogScenario {

    static final String CHANNEL = "backlog";
    private static final String DATASOURCE = "jdbc/postgresql";
    private static final String EVENTS = "backlog.events";
    private static final String ROUNDS = "backlog.rounds";
    private static final String RELAY = "backlog.relay";
    private static final String PREFIX = "backlog_";

    /** Seldom: a count takes as much of a processor as the statements of the relay. */
    private static final Duration COUNT_INTERVAL = Duration.ofMillis(100);

    @EJB
    Recorder recorder;

    @EJB
    Queues queues;

    @Resource(lookup = "java:comp/UserTransaction")
    UserTransaction transaction;

    @Deployment
    static WebArchive application() {
        String elsewhere = System.getProperty(RELAY);
        if (elsewhere != null) {
            RelayElsewhere.start(elsewhere, PREFIX);
        }
        return Deployments.configured(
                Deployments.application("backlog", Await.class, Queues.class, ConsumedMessage.class, Recorder.class),
                "onceward.schema=create",
                "onceward.table-prefix=" + PREFIX,
                "onceward.relay.enabled=" + (elsewhere == null),
                "onceward.datasource=" + DATASOURCE,
                EVENTS + "=" + Integer.getInteger(EVENTS, 2000),
                ROUNDS + "=" + Integer.getInteger(ROUNDS, 1));
    }

    @Test
    void aBacklogIsDrainedInTheOrderOfEachKey() throws Exception {
        int events = ConfigProvider.getConfig().getValue(EVENTS, Integer.class);
        for (int i = 0; i < ConfigProvider.getConfig().getValue(ROUNDS, Integer.class); i++) {
            drain(events);
        }
    }

    private void drain(int events) throws Exception {
        transaction.setTransactionTimeout(300);
        transaction.begin();
        recorder.record(events);
        transaction.commit();

        Await.until("the first batch", () -> waiting() < events);
        long start = System.nanoTime();
        int left = waiting();
        Await.until(Duration.ofMinutes(2), () -> waiting() + " events left", () -> {
            LockSupport.parkNanos(COUNT_INTERVAL.toNanos());
            return waiting() == 0;
        });
        double seconds = (System.nanoTime() - start) / 1e9;
        System.out.println(
                String.format("backlog: %,.0f events/s, the last %,d", left / seconds, left)); // printf writes parts

        List<ConsumedMessage> received = new ArrayList<>();
        do { // a broker that pages gives what it has read so far
            received.addAll(queues.drain(CHANNEL));
        } while (queues.depth(CHANNEL) > 0);
        assertThat(received).hasSize(events);
        for (List<Integer> ofKey : byKey(received)) {
            assertThat(ofKey).isSorted().doesNotHaveDuplicates();
        }
    }

    private static Collection<List<Integer>> byKey(List<ConsumedMessage> received) {
        return received.stream()
                .collect(Collectors.groupingBy(
                        ConsumedMessage::key,
                        Collectors.mapping(message -> Integer.valueOf(message.text()), Collectors.toList())))
                .values();
    }

    private int waiting() {
        try {
            return query("SELECT count(*) FROM backlog_outbox");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static int query(String sql) throws SQLException {
        try (Connection connection = ServerResources.dataSource(DATASOURCE).getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getInt(1);
        }
    }
}
