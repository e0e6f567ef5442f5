// SPDX-License-Identifier: Apache-2.0
/** A message broker in memory, for tests. It does not know Onceward: adapters connect it. */
package io.onceward.memory.broker;
