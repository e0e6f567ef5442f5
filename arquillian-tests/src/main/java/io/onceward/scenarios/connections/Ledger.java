// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.connections;

import jakarta.ejb.Stateless;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.List;

/** Reads all effects. */
@Stateless
public class Ledger {

    @PersistenceContext
    private EntityManager entities;

    public List<Entry> entries() {
        return entities.createQuery("SELECT e FROM Entry e", Entry.class).getResultList();
    }
}
