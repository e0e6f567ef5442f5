// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc;

import io.onceward.api.EventDetails;
import io.onceward.api.EventSummary;
import java.util.Map;

/** An event with its headers and the size of its payload, as its row has them. */
record FoundEventDetails(EventSummary summary, String contentType, Map<String, String> headers, int size)
        implements EventDetails {

    /** Returns a text for logs, without headers. */
    @Override
    public String toString() {
        return "EventDetails[" + summary + ", " + contentType + ", " + size + " bytes]";
    }
}
