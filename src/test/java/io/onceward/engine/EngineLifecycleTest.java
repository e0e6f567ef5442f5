// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionFactoryConfiguration.TransactionIsolation;
import io.onceward.engine.EngineLifecycle.State;
import io.onceward.fixture.EmbeddedH2;
import io.onceward.fixture.LogLines;
import io.onceward.fixture.Sql;
import io.onceward.selfcheck.TransactionStyle;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.management.JMException;
import javax.management.ObjectName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class EngineLifecycleTest {

    private static final Jta JTA = new Jta();

    private final List<String> steps = new ArrayList<>();
    private final List<Runnable> closings = new ArrayList<>();
    private AgroalDataSource pool;
    private EngineLifecycle lifecycle;

    @BeforeEach
    void open() {
        EmbeddedH2 h2 = new EmbeddedH2();
        pool = JTA.pool(h2.createDatabase(), h2.user(), h2.password(), TransactionIsolation.READ_COMMITTED);
        lifecycle = new EngineLifecycle(new Nodes(JTA, new MemoryPublisher())
                .declaring("orders")
                .opened(Map.of("onceward.schema", "create"), Runnable::run, pool));
    }

    @AfterEach
    void close() {
        lifecycle.stop(Duration.ofSeconds(1), closings::add);
        pool.close();
    }

    @Test
    void openedEngineHasWrittenNothing() {
        assertThat(lifecycle.state()).isEqualTo(State.OPENED);
        assertThat(tables()).isZero();
        lifecycle.prepared();
        assertThat(tables()).isPositive();
        assertThat(lifecycle.state()).isEqualTo(State.OPENED);
    }

    @Test
    void surroundingsSeeACheckedEngineAndTheLogLineComesLast() {
        try (LogLines log = new LogLines()) {
            lifecycle.start(new Steps(() -> {
                steps.add(lifecycle.state() + " policies " + policies() + " mxbeans " + mxBeans());
                assertThat(log.all()).noneMatch(line -> line.startsWith("OWD-1001"));
            }));
            assertThat(log.all()).anyMatch(line -> line.startsWith("OWD-1001"));
        }
        assertThat(steps).containsExactly("self-check", "CHECKED policies 1 mxbeans 0");
        assertThat(mxBeans()).isEqualTo(4);
        assertThat(lifecycle.state()).isEqualTo(State.STARTED);
    }

    @Test
    void checkThatHasPassedIsNotRepeated() {
        assertThatThrownBy(() -> lifecycle.start(new Steps(() -> {
                    throw new IllegalStateException("no metrics");
                })))
                .hasMessage("no metrics");
        assertThat(lifecycle.state()).isEqualTo(State.CHECKED);
        lifecycle.start(new Steps(() -> steps.add("connected")));
        assertThat(steps).containsExactly("self-check", "connected");
        assertThat(lifecycle.state()).isEqualTo(State.STARTED);
    }

    @Test
    void startedEngineIsNotStartedAgain() {
        lifecycle.start(new Steps(() -> {}));
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> lifecycle.start(new Steps(() -> {})))
                .withMessage("An engine that is STARTED can't become CHECKED");
    }

    @Test
    void stoppedEngineIsNotStarted() {
        lifecycle.stop(Duration.ZERO, closings::add);
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> lifecycle.start(new Steps(() -> {})))
                .withMessage("An engine that is STOPPED can't become CHECKED");
        assertThat(steps).isEmpty();
    }

    @Test
    void secondStopDoesNothing() {
        lifecycle.start(new Steps(() -> {}));
        lifecycle.stop(Duration.ofSeconds(1), closings::add);
        lifecycle.stop(Duration.ofSeconds(1), closings::add);
        assertThat(closings).hasSize(1);
        assertThat(mxBeans()).isZero();
    }

    @Test
    void engineThatIsStoppedDuringItsStartDoesNotStart() {
        try (LogLines log = new LogLines()) {
            lifecycle.start(new Steps(() -> lifecycle.stop(Duration.ofSeconds(1), closings::add)));
            assertThat(log.all()).noneMatch(line -> line.startsWith("OWD-1001"));
        }
        assertThat(lifecycle.state()).isEqualTo(State.STOPPED);
        assertThat(mxBeans()).isZero();
    }

    private int tables() {
        return count("SELECT COUNT(*) FROM information_schema.tables WHERE LOWER(table_name) = 'onceward_outbox'");
    }

    private int policies() {
        return count("SELECT COUNT(*) FROM onceward_policy");
    }

    private int count(String query) {
        return Integer.parseInt(Sql.text(pool::getConnection, query));
    }

    private static int mxBeans() {
        try {
            ObjectName names = new ObjectName("io.onceward:application=\"life\",*");
            return ManagementFactory.getPlatformMBeanServer()
                    .queryNames(names, null)
                    .size();
        } catch (JMException e) {
            throw new AssertionError(e);
        }
    }

    /** Surroundings that note the steps. */
    private final class Steps implements EngineLifecycle.Hooks {

        private final Runnable connecting;

        Steps(Runnable connecting) {
            this.connecting = connecting;
        }

        @Override
        public Iterable<TransactionStyle> styles() {
            steps.add("self-check");
            return List.of();
        }

        @Override
        public String application() {
            return "life";
        }

        @Override
        public void connect(Engine checked) {
            connecting.run();
        }
    }
}
