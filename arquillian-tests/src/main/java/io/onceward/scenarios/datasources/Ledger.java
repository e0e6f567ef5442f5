// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.datasources;

import io.onceward.api.Outbox;
import jakarta.ejb.Stateless;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;

/** Business data in the datasource of the unit, and events in that of Onceward, in one transaction. */
@Stateless
public class Ledger {

    @PersistenceContext
    private EntityManager entities;

    @Inject
    private Outbox outbox;

    public void writeAndRecord() {
        write();
        outbox.record("entries", "written");
    }

    public void recordAndWrite() {
        outbox.record("entries", "written");
        write();
    }

    private void write() {
        entities.createNativeQuery("CREATE TABLE IF NOT EXISTS ledger (id INT)").executeUpdate();
        entities.createNativeQuery("INSERT INTO ledger VALUES (1)").executeUpdate();
    }
}
