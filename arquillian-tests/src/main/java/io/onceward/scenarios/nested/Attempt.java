// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.nested;

/**
 * An outer transaction with an inner one.
 *
 * @param id identifies its rows and events
 * @param inner the bean that opens the inner transaction
 * @param ending the end of the inner transaction
 */
public record Attempt(String id, Kind inner, Ending ending) {

    /** The row and the event of the inner transaction. */
    String innerId() {
        return id + " inner";
    }

    /** The row that the outer transaction writes after the inner one has ended. */
    String afterId() {
        return id + " after";
    }
}
