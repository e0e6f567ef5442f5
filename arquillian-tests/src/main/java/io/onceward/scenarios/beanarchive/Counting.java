// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.beanarchive;

import io.onceward.api.IdempotencyKey;
import io.onceward.api.Idempotent;
import jakarta.ejb.Stateless;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts the calls that reach it. */
@Stateless
public class Counting {

    static final AtomicInteger CALLS = new AtomicInteger();

    @Idempotent
    public void count(@IdempotencyKey String key) {
        CALLS.incrementAndGet();
    }
}
