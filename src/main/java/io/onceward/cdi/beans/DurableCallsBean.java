// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.beans;

import io.onceward.api.DurableCalls;
import io.onceward.api.OutboxMetadata;
import io.onceward.cdi.deployment.DurableErrors;
import io.onceward.cdi.deployment.DurableExtension;
import io.onceward.cdi.start.EngineGate;
import io.onceward.cdi.start.TransactionKeeper;
import io.onceward.inbox.DurableQueue;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/** The injected {@link DurableCalls}, and those with values that it returns. */
@ApplicationScoped
public class DurableCallsBean implements DurableCalls {

    private static final Instant LATEST = Instant.parse("9999-12-31T00:00:00Z");

    /** About 8000 years. */
    private static final long MOST_DAYS = 2_900_000;

    @Inject
    private EngineGate engine;

    @Inject
    private TransactionKeeper transactions;

    @Inject
    private DurableExtension extension;

    private OutboxMetadata metadata = OutboxMetadata.none();

    /** Called by CDI. */
    public DurableCallsBean() {}

    private DurableCallsBean with(OutboxMetadata changed) {
        DurableCallsBean other = new DurableCallsBean();
        other.engine = engine;
        other.transactions = transactions;
        other.extension = extension;
        other.metadata = changed;
        return other;
    }

    @Override
    public DurableCalls in(Duration delay) {
        if (delay.isNegative() || delay.toDays() > MOST_DAYS) {
            throw DurableErrors.outOfRange("delay " + delay);
        }
        return at(Instant.now().plus(delay));
    }

    @Override
    public DurableCalls at(Instant time) {
        if (time.isBefore(Instant.EPOCH) || time.isAfter(LATEST)) {
            throw DurableErrors.outOfRange("time " + time);
        }
        Instant due = time.truncatedTo(ChronoUnit.MILLIS);
        return with(metadata.withDeliverAt(due.isAfter(Instant.now()) ? due : null));
    }

    @Override
    public DurableCalls key(String key) {
        return with(metadata.withKey(key));
    }

    @Override
    public DurableCalls name(String name) {
        return with(metadata.withType(name));
    }

    @Override
    public <E extends Exception> String record(Call<E> call) throws E {
        return transactions.rollBackOnFailure(() -> PlannedCall.make(metadata, call));
    }

    @Override
    public boolean cancel(String id) {
        List<String> queues = new ArrayList<>();
        extension.methods().forEach(method -> queues.add(DurableQueue.call(method.name())));
        return transactions.rollBackOnFailure(engine::forCall).cancel(queues, id);
    }
}
