// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.local;

import io.onceward.scenarios.support.Tables;
import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;

/** A bean that is injected into an observer when it runs. */
@ApplicationScoped
public class Tally {

    @EJB
    Tables tables;

    @Transactional(Transactional.TxType.MANDATORY)
    public void count(String id) {
        tables.insert("counted " + id);
    }
}
