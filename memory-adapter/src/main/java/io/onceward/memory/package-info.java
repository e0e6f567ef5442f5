// SPDX-License-Identifier: Apache-2.0
/**
 * A broker in the memory of the JVM, and its adapter. For tests: it shows that a broker is one module, and what such a module
 * contains.
 */
package io.onceward.memory;
