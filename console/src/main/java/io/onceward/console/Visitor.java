// SPDX-License-Identifier: Apache-2.0
package io.onceward.console;

/**
 * A user who may use the console.
 *
 * @param name by which changes are audited
 * @param seesPayloads whether payloads and values of headers are shown
 * @param editsPayloads whether the user may requeue events with edited payloads; only if they are shown
 */
record Visitor(String name, boolean seesPayloads, boolean editsPayloads) {}
