// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples.orders;

import jakarta.ejb.Stateless;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;

/** Counts the orders, and what became of them. */
@Stateless
public class Tallies {

    /** {@code EXISTS} uses the indexes. With {@code IN}, H2 would run the inner query again for each order. */
    static final String COUNTS = """
        SELECT
          (SELECT COUNT(*) FROM orders),
          (SELECT COUNT(*) FROM orders AS o WHERE EXISTS (SELECT 1 FROM invoices AS i WHERE i.orderid = o.id)),
          (SELECT COUNT(*) FROM (SELECT orderid FROM invoices GROUP BY orderid HAVING COUNT(*) > 1) AS doubled),
          (SELECT COUNT(*) FROM orders AS o WHERE EXISTS (SELECT 1 FROM parcels AS p WHERE p.orderid = o.id)),
          (SELECT COUNT(*) FROM onceward_outbox WHERE aggregatetype LIKE 'orders%')
            + (SELECT COUNT(*) FROM onceward_inbox_message WHERE handler = 'billing')
        """;

    @PersistenceContext
    private EntityManager em;

    public Tally count() {
        Object[] counts = (Object[]) em.createNativeQuery(COUNTS).getSingleResult();
        return new Tally(number(counts[0]), number(counts[1]), number(counts[2]), number(counts[3]), number(counts[4]));
    }

    private static long number(Object count) {
        return ((Number) count).longValue();
    }
}
