// SPDX-License-Identifier: Apache-2.0
package io.oncebox.scenarios.beanarchive;

import io.oncebox.api.IdempotencyKey;
import io.oncebox.api.Idempotent;
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
