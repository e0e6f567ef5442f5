// SPDX-License-Identifier: Apache-2.0
package io.onceward.debezium;

import java.util.List;

/** The place to which messages go. */
interface Sink {

    /** Returns when all messages are written. */
    void write(List<Message> messages);
}
