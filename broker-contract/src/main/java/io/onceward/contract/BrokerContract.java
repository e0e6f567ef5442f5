// SPDX-License-Identifier: Apache-2.0
package io.onceward.contract;

/** What the adapter of a broker guarantees. Implement it, and the tests run with the broker. */
public interface BrokerContract extends PublisherContract, ReceivingContract, HostileMessagesContract {}
