// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.jpa;

import jakarta.persistence.EntityManager;
import java.util.function.Consumer;

/** One way in which applications run in a transaction. */
public interface Caller {

    /** Runs the work in a transaction and completes it: roll-back if the work throws. */
    void call(Consumer<EntityManager> work) throws Exception;

    /** Persists in the same way, and records by a method with {@code @Outgoing}. */
    void book(String id, Runnable then) throws Exception;
}
