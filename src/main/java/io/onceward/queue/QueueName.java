// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue;

import io.onceward.text.Unicode;

/** The rule for the names of queues: of channels and handlers. */
public final class QueueName {

    private QueueName() {}

    /** Returns whether a name is not blank, fits into its column, and every database stores it unchanged. */
    public static boolean isLegal(String name) {
        return !name.isBlank() && name.length() <= ColumnWidths.QUEUE && Unicode.isStorable(name);
    }
}
