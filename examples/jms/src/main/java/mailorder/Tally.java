// SPDX-License-Identifier: Apache-2.0
package mailorder;

import jakarta.ejb.Stateless;
import jakarta.inject.Named;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;

/** The numbers on the page. */
@Named
@Stateless
public class Tally {

    @PersistenceContext
    private EntityManager em;

    public long getOrders() {
        return count("PurchaseOrder");
    }

    public long getInvoices() {
        return count("Invoice");
    }

    public long getParcels() {
        return count("Parcel");
    }

    public long getMovements() {
        return count("Movement");
    }

    public long getLetters() {
        return count("Letter");
    }

    private long count(String entity) {
        return em.createQuery("SELECT COUNT(e) FROM " + entity + " e", Long.class)
                .getSingleResult();
    }
}
