// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Destinations that were parsed. Bounded, since others may write rows with any destination. Thread-safe. */
final class JmsUriCache {

    /** More destinations than an application has; each has at most 512 characters. */
    static final int MAX = 1_000;

    private final Map<String, JmsUri> parsed = new ConcurrentHashMap<>();
    private final Set<String> used = ConcurrentHashMap.newKeySet();

    /** @throws io.onceward.api.OncewardException if it is malformed */
    JmsUri get(String uri) {
        JmsUri known = parsed.get(uri);
        if (known != null) {
            return known;
        }
        JmsUri parsedNow = JmsUri.parse(uri);
        if (parsed.size() >= MAX) {
            parsed.clear();
        }
        parsed.put(uri, parsedNow);
        return parsedNow;
    }

    /** Returns whether this is its first call for a destination; {@code false} after {@value #MAX} of them. */
    boolean isFirstUse(String uri) {
        return used.size() < MAX && used.add(uri);
    }

    /** Returns the number of cached destinations. */
    int size() {
        return parsed.size();
    }
}
