// SPDX-License-Identifier: Apache-2.0
package io.oncebox.tracing;

import java.util.Map;
import java.util.regex.Pattern;

/** The headers of W3C Trace Context. Malformed or oversized headers count as absent. */
final class TraceContext {

    static final String PARENT = "traceparent";
    static final String STATE = "tracestate";

    /** Length of version 00; later versions append to it. */
    private static final int LENGTH = 55;

    private static final Pattern FORMAT =
            Pattern.compile("(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}");

    /** The size of {@code tracestate} that every system must propagate. */
    private static final int MAX_STATE = 512;

    private TraceContext() {}

    /** Returns the context in these headers, as version 00; empty if there is none. */
    static Map<String, String> of(Map<String, String> headers) {
        String parent = headers.get(PARENT);
        if (parent == null || !isLegal(parent)) {
            return Map.of();
        }
        String known = "00" + parent.substring(2, LENGTH);
        String state = headers.get(STATE);
        return state != null && isLegalState(state) ? Map.of(PARENT, known, STATE, state) : Map.of(PARENT, known);
    }

    private static boolean isLegal(String parent) {
        boolean later = parent.length() > LENGTH && !parent.startsWith("00") && parent.charAt(LENGTH) == '-';
        return (parent.length() == LENGTH || later)
                && FORMAT.matcher(parent).region(0, LENGTH).matches();
    }

    private static boolean isLegalState(String state) {
        return !state.isBlank() && state.length() <= MAX_STATE && state.chars().allMatch(c -> c >= ' ' && c <= '~');
    }
}
