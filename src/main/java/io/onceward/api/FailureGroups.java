// SPDX-License-Identifier: Apache-2.0
package io.onceward.api;

import java.util.List;

/**
 * The groups of parked and retrying events.
 *
 * <p>Implementations are immutable and come from Onceward; applications don't implement this interface, and later versions add
 * methods to it.
 *
 * @since 0.1
 */
public interface FailureGroups {

    /** Returns the groups, those with the most events first, unmodifiable. Not {@code null}. */
    List<FailureGroup> groups();

    /** Returns whether there are no other groups. Otherwise the search stopped at a bound. */
    boolean isComplete();
}
