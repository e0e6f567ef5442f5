// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionFactoryConfiguration.TransactionIsolation;
import io.onceward.api.EventFilter;
import io.onceward.api.InboxMetadata;
import io.onceward.api.OncewardException;
import io.onceward.api.OutboxMetadata;
import io.onceward.api.QueueAdmin;
import io.onceward.engine.TextMessages.Text;
import io.onceward.fixture.EmbeddedH2;
import io.onceward.fixture.MalformedText;
import io.onceward.inbox.MessageHandler;
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

/** Input from outside is bound: no statement contains it in its text. */
class StatementsFuzzTest {

    /** A text that each input contains, and nothing else does. */
    private static final String MARK = "zqxj";

    private static final Jta JTA = new Jta();

    private static final Map<String, String> CONFIGURATION = Map.of(
            "onceward.schema", "create",
            "onceward.outbox.retention", "PT1H",
            "onceward.outbox.max-pending", "1000000",
            "onceward.relay.max-attempts", "1",
            "mp.messaging.incoming.orders.max-attempts", "1");

    private final MemoryPublisher publisher = new MemoryPublisher();
    private final Set<String> statements = ConcurrentHashMap.newKeySet();
    private AgroalDataSource pool;
    private Engine engine;

    /** A handler that fails with its payload as the message. */
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
                .afterQuery((execution, queries) -> queries.forEach(query -> statements.add(SqlText.of(query))))
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

    private void isInNoStatement(MalformedText malformed) {
        publisher.refuse(event -> malformed.yes());
        publisher.duringPublish = () -> {
            if (malformed.below(10) == 9) {
                throw new IllegalArgumentException(marked(malformed));
            }
        };
        orRefused(() -> JTA.inTransaction(() -> engine.recording(marked(malformed))
                .record(
                        marked(malformed),
                        OutboxMetadata.none()
                                .withId(marked(malformed))
                                .withKey(marked(malformed))
                                .withType(marked(malformed))
                                .withHeader(MARK, marked(malformed)))));
        orRefused(() -> engine.inbox().once(marked(malformed), marked(malformed), () -> null));
        orRefused(() -> {
            engine.stored()
                    .receive("orders", List.of(new Text(marked(malformed), marked(malformed), marked(malformed))));
            return null;
        });
        EventFilter filter = EventFilter.all()
                .withDatasource(orNull(malformed))
                .withId(orNull(malformed))
                .withQueue(orNull(malformed))
                .withType(orNull(malformed))
                .withKey(orNull(malformed))
                .withError(orNull(malformed));
        for (QueueAdmin admin : List.of(engine.outboxAdmin(), engine.inboxAdmin())) {
            orRefused(() -> admin.find(filter, null, 10));
            orRefused(() -> admin.find(filter, marked(malformed), 10));
            orRefused(() -> admin.show(marked(malformed), 1));
            orRefused(() -> admin.payload(marked(malformed), 1));
            orRefused(() -> admin.requeue(filter, marked(malformed)));
            orRefused(() -> admin.discard(filter, marked(malformed)));
            orRefused(() -> admin.purge(filter.withQueue(marked(malformed)), marked(malformed)));
            orRefused(() -> admin.pause(marked(malformed), marked(malformed)));
            orRefused(() -> admin.resume(marked(malformed), marked(malformed)));
            orRefused(admin::backlog);
        }
        orRefused(() -> engine.inboxAdmin().discard(EventFilter.all(), marked(malformed)));
        engine.poll();
        assertThat(statements).noneMatch(sql -> sql.contains(MARK));
    }

    /** Runs a call that either succeeds or is refused with a code. */
    private static void orRefused(Callable<?> call) {
        try {
            call.call();
        } catch (OncewardException e) {
            assertThat(e.code()).isNotEqualTo("OWD-0051"); // the database's own complaint
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static String orNull(MalformedText malformed) {
        return malformed.yes() ? null : marked(malformed);
    }

    private static String marked(MalformedText malformed) {
        String[] words = {"'", "\"", "`", "\\", "''", ";", "--", "/*", "*/", "?", "${", ":x", "\n"};
        return malformed.text(words) + MARK + malformed.text(words);
    }
}
