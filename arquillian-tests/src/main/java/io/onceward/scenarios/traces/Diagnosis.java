// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.traces;

import io.onceward.api.LogContext;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Map;

/** The context of log lines, as applications have one by the means of their logging framework. */
@ApplicationScoped
public class Diagnosis implements LogContext {

    static final ThreadLocal<Map<String, String>> ENTRIES = ThreadLocal.withInitial(Map::of);

    @Override
    public Runnable put(Map<String, String> entries) {
        ENTRIES.set(entries);
        return ENTRIES::remove;
    }
}
