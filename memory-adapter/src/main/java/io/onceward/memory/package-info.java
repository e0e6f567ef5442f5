// SPDX-License-Identifier: Apache-2.0
/**
 * The adapter for the broker in memory. For tests: it shows that a broker is one module, and what such a module contains. The page
 * docs/adapters.md explains it.
 */
package io.onceward.memory;
