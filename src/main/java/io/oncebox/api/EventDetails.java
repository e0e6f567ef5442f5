// SPDX-License-Identifier: Apache-2.0
package io.oncebox.api;

import java.util.Map;

/**
 * An event with everything that is known of it. Show the payload only to those who may see it; {@link #toString()} doesn't.
 *
 * @param summary the rest
 * @param contentType media type of the payload
 * @param headers further message properties; not modifiable
 * @param payload the encoded payload; not copied, treat it as immutable
 * @since 0.1
 */
public record EventDetails(EventSummary summary, String contentType, Map<String, String> headers, byte[] payload) {

    /** Size of the payload, in bytes. */
    public int size() {
        return payload.length;
    }

    /** Without headers and payload, which may be nothing for a log. */
    @Override
    public String toString() {
        return "EventDetails[" + summary + ", " + contentType + ", " + size() + " bytes]";
    }
}
