// SPDX-License-Identifier: Apache-2.0
package io.onceward.tracing;

import java.util.Map;

/** The headers of W3C Trace Context. Malformed or oversized headers count as absent. */
final class TraceContext {

    static final String PARENT = "traceparent";
    static final String STATE = "tracestate";

    /** Length of version 00; later versions append to it. */
    private static final int LENGTH = 55;

    /** Where the version, the trace id, the parent id and the flags begin; a dash is before each but the first. */
    private static final int[] FIELDS = {0, 3, 36, 53};

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
                && !parent.startsWith("ff")
                && hasFields(parent)
                && !isZero(parent, 1)
                && !isZero(parent, 2);
    }

    /** Each published event with a context is checked, so no regular expression: it would take longer than the rest. */
    private static boolean hasFields(String parent) {
        int field = 1;
        for (int i = 0; i < LENGTH; i++) {
            char c = parent.charAt(i);
            if (field < FIELDS.length && i == FIELDS[field] - 1) {
                field++;
                if (c != '-') {
                    return false;
                }
            } else if ((c < '0' || c > '9') && (c < 'a' || c > 'f')) {
                return false;
            }
        }
        return true;
    }

    private static boolean isZero(String parent, int field) {
        for (int i = FIELDS[field]; i < FIELDS[field + 1] - 1; i++) {
            if (parent.charAt(i) != '0') {
                return false;
            }
        }
        return true;
    }

    private static boolean isLegalState(String state) {
        return !state.isBlank() && state.length() <= MAX_STATE && state.chars().allMatch(c -> c >= ' ' && c <= '~');
    }
}
