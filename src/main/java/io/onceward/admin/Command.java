// SPDX-License-Identifier: Apache-2.0
package io.onceward.admin;

/**
 * What an operator does to some events, as the log names it.
 *
 * @param by the operator
 * @param side the outbox or the stored inbox
 * @param filter which events
 */
record Command(String by, String side, String filter) {}
