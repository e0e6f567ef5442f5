// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

/** A kind of wrong effects, with the query for the orders that have it, by the name of the effect. */
enum Anomaly {
    /** A committed order has no effect. */
    LOST("""
            SELECT id FROM orders WHERE id NOT IN (SELECT order_id FROM effects WHERE what = ?)"""),

    DOUBLED("""
            SELECT order_id FROM effects WHERE what = ? GROUP BY order_id HAVING COUNT(*) > 1"""),

    /** There is an effect of what was never committed. */
    INVENTED("""
            SELECT order_id FROM effects WHERE what = ? AND order_id NOT IN (SELECT id FROM orders)"""),

    /** A later order of the same key had its effect earlier. */
    OVERTAKEN("""
            SELECT id FROM (
              SELECT o.id, MIN(e.nr) AS place, MIN(MIN(e.nr)) OVER (
                PARTITION BY o.key ORDER BY o.nr ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING) AS later
              FROM orders o JOIN effects e ON e.order_id = o.id AND e.what = ? GROUP BY o.id, o.key, o.nr) AS placed
            WHERE place > later""");

    private final String query;

    Anomaly(String query) {
        this.query = query;
    }

    String query() {
        return query;
    }
}
