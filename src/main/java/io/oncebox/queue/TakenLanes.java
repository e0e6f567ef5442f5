// SPDX-License-Identifier: Apache-2.0
package io.oncebox.queue;

/**
 * The lanes that a cycle has locked, and the pending events in them.
 *
 * @param lanes the locked lanes
 * @param pending the first pending events in these lanes
 */
public record TakenLanes(LockedLanes lanes, Batch pending) {}
