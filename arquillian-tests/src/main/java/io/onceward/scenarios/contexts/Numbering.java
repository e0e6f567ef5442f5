// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.contexts;

import io.onceward.api.Outbox;
import io.onceward.api.OutboxMetadata;
import jakarta.annotation.Priority;
import jakarta.decorator.Decorator;
import jakarta.decorator.Delegate;
import jakarta.enterprise.inject.Any;
import jakarta.inject.Inject;
import jakarta.interceptor.Interceptor;

/** Stands around the recording by {@link Outbox}. */
@Decorator
@Priority(Interceptor.Priority.APPLICATION)
public abstract class Numbering implements Outbox {

    @Inject
    @Delegate
    @Any
    Outbox outbox;

    @Override
    public String record(String channel, Object payload) {
        return record(channel, payload, OutboxMetadata.none());
    }

    @Override
    public String record(String channel, Object payload, OutboxMetadata metadata) {
        return outbox.record(channel, payload + "!", metadata);
    }
}
