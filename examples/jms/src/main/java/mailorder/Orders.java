// SPDX-License-Identifier: Apache-2.0
package mailorder;

import jakarta.ejb.Stateless;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.List;

/** Takes orders. */
@Stateless
public class Orders {

    @PersistenceContext
    private EntityManager em;

    @Inject
    private Messages messages;

    /** Stores the order and has it billed. */
    public void place(String customer, String item, int pieces, boolean express) {
        PurchaseOrder order = new PurchaseOrder(customer, item, pieces, express);
        em.persist(order);
        messages.placed(order);
    }

    /** Places a bulk order. */
    public void placeBulk(String id) {
        BulkOrder bulk = em.find(BulkOrder.class, id);
        place(bulk.getCustomer(), bulk.getItem(), bulk.getPieces(), false);
        bulk.markPlaced();
    }

    /** Returns the ids of the bulk orders that are not placed. */
    public List<String> bulkOrders() {
        return em.createQuery("SELECT b.id FROM BulkOrder b WHERE b.placed = FALSE ORDER BY b.id", String.class)
                .getResultList();
    }
}
