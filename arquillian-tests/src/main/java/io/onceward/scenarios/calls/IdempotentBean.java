// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.calls;

import io.onceward.api.IdempotencyKey;
import io.onceward.api.Idempotent;
import io.onceward.scenarios.support.Tables;
import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.transaction.Transactional;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** A CDI bean with idempotent methods. */
@ApplicationScoped
public class IdempotentBean {

    private final AtomicInteger calls = new AtomicInteger();

    @EJB
    private Tables tables;

    @Idempotent
    public void plain(@IdempotencyKey String id) {
        tables.insert(id);
    }

    @Transactional
    @Idempotent
    public void transactional(@IdempotencyKey String id) {
        tables.insert(id);
    }

    @Transactional
    @Idempotent
    public void failing(@IdempotencyKey String id) throws IOException {
        tables.insert(id);
        throw new IOException("checked, on purpose");
    }

    @Idempotent(handler = "one of two")
    public void one(@IdempotencyKey("id") Order order) {
        tables.insert(order.id());
    }

    @Idempotent(handler = "two of two")
    public void two(@IdempotencyKey("id") Order order) {
        tables.insert(order.id());
    }

    @Idempotent(handler = "shared", shared = true)
    public void sharedOne(@IdempotencyKey String id) {
        tables.insert(id);
    }

    @Idempotent(handler = "shared", shared = true)
    public void sharedTwo(@IdempotencyKey String id) {
        tables.insert(id);
    }

    @Idempotent(handler = "by path")
    public void byPath(String id, @IdempotencyKey("customer.number") Order order) {
        tables.insert(id);
    }

    @Idempotent(handler = "by resolver", resolver = Numbers.class)
    public void byResolver(String id, int number) {
        tables.insert(id);
    }

    @Idempotent
    public void observe(@Observes @IdempotencyKey("id") Noted event) {
        tables.insert(event.id());
    }

    @Transactional
    @Idempotent(replay = true)
    public Receipt replayed(@IdempotencyKey String id) {
        tables.insert(id);
        return new Receipt(id, calls.incrementAndGet(), List.of("tea", "cup"));
    }

    @Idempotent(replay = true)
    public int number(@IdempotencyKey String id) {
        tables.insert(id);
        return calls.incrementAndGet();
    }

    @Idempotent
    public Optional<String> optional(@IdempotencyKey String id) {
        return Optional.of(id);
    }
}
