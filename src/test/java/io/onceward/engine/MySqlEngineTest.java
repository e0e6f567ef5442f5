// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import io.agroal.api.configuration.AgroalConnectionFactoryConfiguration.TransactionIsolation;
import io.onceward.fixture.DatabaseServer;
import io.onceward.fixture.MySqlServer;
import io.onceward.fixture.OnlyWithAllServers;
import org.junit.jupiter.api.Nested;

@OnlyWithAllServers
class MySqlEngineTest extends InnoDbContracts {

    @Override
    DatabaseServer start() {
        return MySqlServer.start("mysql");
    }

    @Override
    String east() {
        return "%2B13";
    }

    @Nested
    @OnlyInFull
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
    @DialectOnly
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

    @Nested
    class TimeZones extends InAnyTimeZone {}

    @Nested
    class Settings extends LeftSettings {}

    @Nested
    class RefusedLevels extends AtRefusedLevels {

        RefusedLevels() {
            super(TransactionIsolation.READ_UNCOMMITTED, TransactionIsolation.SERIALIZABLE);
        }
    }
}
