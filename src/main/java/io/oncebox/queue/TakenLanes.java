// SPDX-License-Identifier: Apache-2.0
package io.oncebox.queue;

/**
 * What a pass begins with.
 *
 * @param lanes those that it locked
 * @param pending what was read of the events in them
 * @since 0.1
 */
public record TakenLanes(LockedLanes lanes, Batch pending) {}
