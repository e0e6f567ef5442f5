// SPDX-License-Identifier: Apache-2.0
package io.oncebox.jdbc;

import io.oncebox.api.EventDetails;
import io.oncebox.api.EventSummary;
import java.util.Map;

/** An event with its headers and payload, as its row has them. */
record FoundEventDetails(EventSummary summary, String contentType, Map<String, String> headers, byte[] payload)
        implements EventDetails {

    @Override
    public int size() {
        return payload.length;
    }

    /** Returns a text for logs, without headers and payload. */
    @Override
    public String toString() {
        return "EventDetails[" + summary + ", " + contentType + ", " + size() + " bytes]";
    }
}
