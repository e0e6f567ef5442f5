// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.nested;

import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.microprofile.reactive.messaging.Outgoing;

/** Writes rows and records an event in the transaction of its caller, with an inner transaction in between. */
@ApplicationScoped
public class Outer {

    static final String CHANNEL = "nested_events";

    /** The call from which on the inner transaction commits. */
    static final int COMMITS = 3;

    /** The calls for each id. */
    static final Map<String, Integer> CALLS = new ConcurrentHashMap<>();

    @PersistenceContext
    private EntityManager entities;

    @Inject
    private InnerBean bean;

    @EJB
    private InnerEjb ejb;

    /** Goes on after an inner transaction that failed. */
    @Outgoing(CHANNEL)
    public String work(Attempt attempt) {
        int call = CALLS.merge(attempt.id(), 1, Integer::sum);
        entities.persist(new Row(attempt.id()));
        try {
            inner(call < COMMITS ? attempt : new Attempt(attempt.id(), attempt.inner(), Ending.COMMIT));
        } catch (Exception e) { // on some servers a checked one, which nothing declares
            // the outer transaction is valid without the inner one
        }
        entities.persist(new Row(attempt.afterId()));
        return attempt.id();
    }

    private void inner(Attempt attempt) {
        if (attempt.inner() == Kind.CDI) {
            bean.run(attempt);
        } else {
            ejb.run(attempt);
        }
    }
}
