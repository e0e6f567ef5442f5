// SPDX-License-Identifier: Apache-2.0
package io.oncebox.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionFactoryConfiguration.TransactionIsolation;
import io.oncebox.api.EventFilter;
import io.oncebox.api.InboxMetadata;
import io.oncebox.api.OnceboxException;
import io.oncebox.api.OutboxMetadata;
import io.oncebox.api.QueueAdmin;
import io.oncebox.engine.TextMessages.Text;
import io.oncebox.fixture.EmbeddedH2;
import io.oncebox.fixture.MalformedText;
import io.oncebox.inbox.MessageHandler;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;
import net.ttddyy.dsproxy.support.ProxyDataSourceBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Everything that comes from outside is bound: no statement has any of it in its text. */
class StatementsFuzzTest {

    /** In each input, and in nothing else. */
    private static final String MARK = "zqxj";

    private static final Jta JTA = new Jta();

    private static final Map<String, String> CONFIGURATION = Map.of(
            "oncebox.schema", "create",
            "oncebox.outbox.retention", "PT1H",
            "oncebox.outbox.max-pending", "1000000",
            "oncebox.relay.max-attempts", "1",
            "mp.messaging.incoming.orders.max-attempts", "1");

    private final RecordingPublisher publisher = new RecordingPublisher();
    private final Set<String> statements = ConcurrentHashMap.newKeySet();
    private AgroalDataSource pool;
    private Engine engine;

    /** Fails with what it got. */
    private static final class Failing implements MessageHandler {

        @Override
        public String name() {
            return "' OR '" + MARK + "' = '";
        }

        @Override
        public String channel() {
            return "orders";
        }

        @Override
        public Callable<?> decode(byte[] payload, InboxMetadata metadata) {
            return () -> {
                throw new IllegalStateException(metadata.toString());
            };
        }
    }

    @BeforeEach
    void open() {
        EmbeddedH2 h2 = new EmbeddedH2();
        pool = JTA.pool(h2.createDatabase(), h2.user(), h2.password(), TransactionIsolation.READ_COMMITTED);
        DataSource observed = ProxyDataSourceBuilder.create(pool)
                .afterQuery((execution, queries) -> queries.forEach(query -> statements.add(query.getQuery())))
                .build();
        engine = new Nodes(JTA, publisher).open(CONFIGURATION, Runnable::run, observed, List.of(new Failing()));
    }

    @AfterEach
    void close() {
        engine.stop(Duration.ofSeconds(5));
        pool.close();
    }

    @Test
    void inputIsInNoStatement() {
        MalformedText.some(this::isInNoStatement);
        assertThat(statements).hasSizeGreaterThan(20);
    }

    @Timeout(20)
    @FuzzTest
    void structuredInput(FuzzedDataProvider data) {
        isInNoStatement(MalformedText.of(data));
    }

    private void isInNoStatement(MalformedText garbage) {
        publisher.refuses = event -> garbage.yes();
        publisher.duringPublish = () -> {
            if (garbage.below(10) == 9) {
                throw new IllegalArgumentException(marked(garbage));
            }
        };
        orRefused(() -> JTA.inTransaction(() -> engine.recorder()
                .record(
                        engine.channel(marked(garbage)),
                        marked(garbage),
                        OutboxMetadata.none()
                                .withId(marked(garbage))
                                .withKey(marked(garbage))
                                .withType(marked(garbage))
                                .withHeader(MARK, marked(garbage)))));
        orRefused(() -> engine.inbox().once(marked(garbage), marked(garbage), () -> null));
        orRefused(() -> {
            engine.stored().store("orders", List.of(new Text(marked(garbage), marked(garbage), marked(garbage))));
            return null;
        });
        EventFilter filter = EventFilter.all()
                .withDatasource(orNull(garbage))
                .withId(orNull(garbage))
                .withQueue(orNull(garbage))
                .withType(orNull(garbage))
                .withKey(orNull(garbage))
                .withError(orNull(garbage));
        for (QueueAdmin admin : List.of(engine.outboxAdmin(), engine.inboxAdmin())) {
            orRefused(() -> admin.find(filter, null, 10));
            orRefused(() -> admin.find(filter, marked(garbage), 10));
            orRefused(() -> admin.show(marked(garbage), 1));
            orRefused(() -> admin.requeue(filter, marked(garbage)));
            orRefused(() -> admin.discard(filter, marked(garbage)));
            orRefused(() -> admin.purge(filter.withQueue(marked(garbage)), marked(garbage)));
            orRefused(() -> admin.pause(marked(garbage), marked(garbage)));
            orRefused(() -> admin.resume(marked(garbage), marked(garbage)));
            orRefused(admin::backlog);
        }
        orRefused(() -> engine.inboxAdmin().discard(EventFilter.all(), marked(garbage)));
        engine.poll();
        assertThat(statements).noneMatch(sql -> sql.contains(MARK));
    }

    /** What can't be stored is refused with a code, and nothing else goes wrong. */
    private static void orRefused(Callable<?> call) {
        try {
            call.call();
        } catch (OnceboxException e) {
            assertThat(e.code()).isNotEqualTo("OBX-0051"); // the database's own complaint
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static String orNull(MalformedText garbage) {
        return garbage.yes() ? null : marked(garbage);
    }

    private static String marked(MalformedText garbage) {
        String[] words = {"'", "\"", "`", "\\", "''", ";", "--", "/*", "*/", "?", "${", ":x", "\n"};
        return garbage.text(words) + MARK + garbage.text(words);
    }
}
