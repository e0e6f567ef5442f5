// SPDX-License-Identifier: Apache-2.0
package io.onceward.contract;

/** What an adapter guarantees that only publishes. Implement it, and the tests run with the broker. */
public interface PublisherContract extends PublishingContract, RefusalContract, OutageContract {}
