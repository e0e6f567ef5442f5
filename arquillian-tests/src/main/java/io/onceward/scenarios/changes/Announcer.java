// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.changes;

import io.onceward.api.Durable;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A durable method whose first version had no language. */
@ApplicationScoped
public class Announcer {

    static final String NAME = "changes-announce";
    static final Queue<String> CALLS = new ConcurrentLinkedQueue<>();

    @Durable(name = NAME, version = 2)
    @Transactional
    public void announce(String language, String id) {
        CALLS.add(language + " " + id);
    }
}
