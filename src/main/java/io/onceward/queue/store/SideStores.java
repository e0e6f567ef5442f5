// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.store;

/**
 * The stores of one side of a datasource.
 *
 * @param append appends recorded events, or received messages
 * @param queues the channels, or the handlers
 * @param admin what operators see and change
 * @param policies the retry policies
 */
public record SideStores(AppendStore append, Queues queues, AdminStore admin, PolicyStore policies) {}
