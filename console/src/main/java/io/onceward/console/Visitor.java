// SPDX-License-Identifier: Apache-2.0
package io.onceward.console;

/**
 * A user who may use the console.
 *
 * @param name by which changes are audited
 * @param seesPayloads whether payloads and values of headers are shown
 */
record Visitor(String name, boolean seesPayloads) {}
