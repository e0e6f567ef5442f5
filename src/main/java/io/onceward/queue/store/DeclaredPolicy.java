// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.store;

/**
 * The retry policy of a queue in the database. Every relay obeys it.
 *
 * @param queue the name of the queue: of the channel, or of the handler
 * @param application the name of the application that has declared the policy
 * @param policy the policy, with delays in whole milliseconds
 */
public record DeclaredPolicy(String queue, String application, RetryPolicy policy) {}
