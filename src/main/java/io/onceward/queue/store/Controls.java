// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.store;

import java.util.Map;
import java.util.Set;

/**
 * The pauses and retry policies of one side's queues, as one query has read them.
 *
 * @param paused the names of the paused queues
 * @param policies the retry policies by the names of their queues
 */
public record Controls(Set<String> paused, Map<String, RetryPolicy> policies) {
    public Controls {
        paused = Set.copyOf(paused);
        policies = Map.copyOf(policies);
    }
}
