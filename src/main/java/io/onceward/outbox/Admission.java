// SPDX-License-Identifier: Apache-2.0
package io.onceward.outbox;

import io.onceward.queue.RecordedEvent;
import java.util.List;

/** The condition under which a channel takes events. Implementations are thread-safe. */
@FunctionalInterface
public interface Admission {

    /**
     * Admits an event that is about to be recorded.
     *
     * @param rows the rows of the event, one for each destination
     * @throws io.onceward.api.OncewardException if the channel does not take it now
     */
    void admit(Channel channel, List<RecordedEvent> rows);
}
