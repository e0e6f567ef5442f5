// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.store;

import java.util.Set;

/**
 * What became of rows that were to be removed.
 *
 * @param rows how many were removed
 * @param locked the positions of those that are still there, because another transaction has locked them
 */
public record Removed(int rows, Set<Long> locked) {}
