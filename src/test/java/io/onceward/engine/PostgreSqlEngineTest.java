// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.fixture.DatabaseServer;
import io.onceward.fixture.PostgreSqlServer;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PostgreSqlEngineTest extends ServerContracts {

    @Override
    DatabaseServer start() {
        return PostgreSqlServer.newest();
    }

    @Nested
    class ReadCommitted extends AtReadCommitted {

        @Nested
        class Recording extends RecordingContract {}

        @Nested
        class Relay extends RelayContract {}

        @Nested
        class Refusal extends RefusalContract {}

        @Nested
        class Destinations extends DestinationsContract {}

        @Nested
        class Capture extends CaptureContract {}

        @Nested
        class MalformedRow extends MalformedRowContract {}

        @Nested
        class Tables extends TablesContract {}

        @Nested
        class SelfCheck extends SelfCheckContract {}

        @Nested
        class Load extends LoadContract {}

        @Nested
        class IdempotentConsumer extends IdempotentConsumerContract {}

        @Nested
        class IdempotentCall extends IdempotentCallContract {}

        @Nested
        class Replay extends ReplayContract {}

        @Nested
        class InboxLoad extends InboxLoadContract {}

        @Nested
        class StoredInbox extends StoredInboxContract {}

        @Nested
        class LocalChannel extends LocalChannelContract {}

        @Nested
        class EncodedPayload extends EncodedPayloadContract {}

        @Nested
        class EditedPayload extends EditedPayloadContract {}

        @Nested
        class SqlRecording extends SqlRecordingContract {}

        @Nested
        class Context extends ContextContract {}

        @Nested
        class Rehearsal extends RehearsalContract {}

        @Nested
        class CancelledCall extends CancelledCallContract {}

        @Nested
        class HandlerFailure extends HandlerFailureContract {}

        @Nested
        class BatchHandler extends BatchHandlerContract {}

        @Nested
        class BatchOnce extends BatchOnceContract {}

        @Nested
        class HandlerBreaker extends HandlerBreakerContract {}

        @Nested
        class Alert extends AlertContract {}

        @Nested
        class ParkedChannel extends ParkedChannelContract {}

        @Nested
        class HandlerConcurrency extends HandlerConcurrencyContract {}

        @Nested
        class Receiving extends ReceivingContract {}

        @Nested
        class ClaimRetention extends ClaimRetentionContract {}

        @Nested
        class Metrics extends MetricsContract {}

        @Nested
        class Admin extends AdminContract {}

        @Nested
        class Pause extends PauseContract {}

        @Nested
        class HeldLane extends HeldLaneContract {}

        @Nested
        class Lane extends LaneContract {}

        @Nested
        class LaneChange extends LaneChangeContract {}

        @Nested
        class Policy extends PolicyContract {}

        @Nested
        class Cluster extends ClusterContract {}

        @Nested
        class HandlerPolicy extends HandlerPolicyContract {}

        @Nested
        class QueueStore extends QueueStoreContract {}

        @Nested
        class UndoneTransaction extends UndoneTransactionContract {}

        @Nested
        class LockedRow extends LockedRowContract {}

        @Nested
        class LockedMessage extends LockedMessageContract {}
    }

    @Nested
    @OnlyInFull
    class RepeatableRead extends AtRepeatableRead {

        @Nested
        class Recording extends RecordingContract {}

        @Nested
        class Relay extends RelayContract {}

        @Nested
        class Refusal extends RefusalContract {}

        @Nested
        class Destinations extends DestinationsContract {}

        @Nested
        class Capture extends CaptureContract {}

        @Nested
        class MalformedRow extends MalformedRowContract {}

        @Nested
        class Tables extends TablesContract {}

        @Nested
        class SelfCheck extends SelfCheckContract {}

        @Nested
        class Load extends LoadContract {}

        @Nested
        class IdempotentConsumer extends IdempotentConsumerContract {}

        @Nested
        class IdempotentCall extends IdempotentCallContract {}

        @Nested
        class Replay extends ReplayContract {}

        @Nested
        class InboxLoad extends InboxLoadContract {}

        @Nested
        class StoredInbox extends StoredInboxContract {}

        @Nested
        class LocalChannel extends LocalChannelContract {}

        @Nested
        class EncodedPayload extends EncodedPayloadContract {}

        @Nested
        class EditedPayload extends EditedPayloadContract {}

        @Nested
        class SqlRecording extends SqlRecordingContract {}

        @Nested
        class Context extends ContextContract {}

        @Nested
        class Rehearsal extends RehearsalContract {}

        @Nested
        class CancelledCall extends CancelledCallContract {}

        @Nested
        class HandlerFailure extends HandlerFailureContract {}

        @Nested
        class BatchHandler extends BatchHandlerContract {}

        @Nested
        class BatchOnce extends BatchOnceContract {}

        @Nested
        class HandlerBreaker extends HandlerBreakerContract {}

        @Nested
        class Alert extends AlertContract {}

        @Nested
        class ParkedChannel extends ParkedChannelContract {}

        @Nested
        class HandlerConcurrency extends HandlerConcurrencyContract {}

        @Nested
        class Receiving extends ReceivingContract {}

        @Nested
        class ClaimRetention extends ClaimRetentionContract {}

        @Nested
        class Metrics extends MetricsContract {}

        @Nested
        class Admin extends AdminContract {}

        @Nested
        class Pause extends PauseContract {}

        @Nested
        class HeldLane extends HeldLaneContract {}

        @Nested
        class Lane extends LaneContract {}

        @Nested
        class LaneChange extends LaneChangeContract {}

        @Nested
        class Policy extends PolicyContract {}

        @Nested
        class Cluster extends ClusterContract {}

        @Nested
        class HandlerPolicy extends HandlerPolicyContract {}

        @Nested
        class QueueStore extends QueueStoreContract {}

        @Nested
        class UndoneTransaction extends UndoneTransactionContract {}

        @Nested
        class LockedRow extends LockedRowContract {}

        @Nested
        class LockedMessage extends LockedMessageContract {}
    }

    /** What a pooler does in transaction mode: two connections use one session. PoolerTest tries PgBouncer. */
    @Nested
    class SharedSession {

        @ParameterizedTest
        @ValueSource(strings = {"", "&prepareThreshold=1", "&preferQueryMode=extendedCacheEverything"})
        void startIsRefusedIfTheDriverPreparesStatements(String parameters) throws SQLException {
            try (Connection session = connect(parameters)) {
                assertThatThrownBy(() -> start(session)).hasMessageStartingWith("OWD-0222");
            }
        }

        @ParameterizedTest
        @ValueSource(strings = {"&prepareThreshold=0", "&preferQueryMode=simple"})
        void startSucceedsIfTheDriverPreparesNothing(String parameters) throws SQLException {
            try (Connection session = connect(parameters)) {
                assertThatCode(() -> start(session)).doesNotThrowAnyException();
            }
        }

        private Connection connect(String parameters) throws SQLException {
            String url = PostgreSqlEngineTest.this.emptyDatabase();
            return DriverManager.getConnection(
                    url + (url.contains("?") ? "" : "?") + parameters, "postgres", "postgres");
        }

        private void start(Connection session) {
            new Nodes(DatabaseContract.JTA, new MemoryPublisher())
                    .open(Map.of("onceward.schema", "create"), Runnable::run, sharing(session));
        }

        private static DataSource sharing(Connection session) {
            Connection shared = proxy(
                    Connection.class,
                    (proxy, method, arguments) ->
                            method.getName().equals("close") ? null : method.invoke(session, arguments));
            return proxy(DataSource.class, (proxy, method, arguments) -> shared);
        }

        private static <T> T proxy(Class<T> type, InvocationHandler handler) {
            return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
        }
    }
}
