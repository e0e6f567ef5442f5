// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.nested;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.transaction.Transactional;
import java.util.List;

/** The committed rows. */
@ApplicationScoped
public class Rows {

    /** An id that a row has. */
    static final String TAKEN = "taken";

    @PersistenceContext
    private EntityManager entities;

    @Transactional
    public void take() {
        if (entities.find(Row.class, TAKEN) == null) {
            entities.persist(new Row(TAKEN));
        }
    }

    /** Returns the ids of the rows of an attempt. */
    @Transactional
    public List<String> of(Attempt attempt) {
        return entities.createQuery("SELECT r.id FROM Row r WHERE r.id LIKE :id", String.class)
                .setParameter("id", attempt.id() + "%")
                .getResultList();
    }
}
