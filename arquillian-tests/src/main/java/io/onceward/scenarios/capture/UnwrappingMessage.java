// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.capture;

import io.onceward.api.OutboxMetadata;
import org.eclipse.microprofile.reactive.messaging.Message;

/** A message of another implementation, which unwraps to its metadata. */
public record UnwrappingMessage(Placed payload) implements Message<Placed> {

    @Override
    public Placed getPayload() {
        return payload;
    }

    @Override
    public <C> C unwrap(Class<C> type) {
        return type.cast(OutboxMetadata.none().withKey("unwrapped"));
    }
}
