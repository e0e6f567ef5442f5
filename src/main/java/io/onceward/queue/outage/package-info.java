// SPDX-License-Identifier: Apache-2.0
/**
 * The resources that can fail, their circuit breakers, and the outages that operators see. Internal: applications and adapters do
 * not use this package, and it may change with any version.
 */
package io.onceward.queue.outage;
