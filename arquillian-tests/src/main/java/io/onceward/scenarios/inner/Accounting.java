// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.inner;

import io.onceward.scenarios.support.Tables;
import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Books an order and issues its invoice, whose number is taken until the third call for this order. */
@ApplicationScoped
public class Accounting {

    static final int SUCCEEDS = 3;

    /** The calls for each order. */
    static final Map<String, Integer> CALLS = new ConcurrentHashMap<>();

    @EJB
    Tables tables;

    @Inject
    Invoices invoices;

    @EJB
    EjbInvoices ejb;

    /** Catches the failure of the invoice. */
    public void book(String order) {
        try {
            bookStrictly(order);
        } catch (Exception e) { // on some servers a checked one, which nothing declares
            // the order is valid without an invoice
        }
    }

    /** Passes the failure of the invoice on. */
    public void bookStrictly(String order) {
        book(order, invoices::issue);
    }

    /** Catches the failure of an invoice that an EJB issues. */
    public void bookByEjb(String order) {
        try {
            book(order, ejb::issue);
        } catch (Exception e) { // on some servers a checked one, which nothing declares
            // the order is valid without an invoice
        }
    }

    private void book(String order, Consumer<String> issue) {
        int call = CALLS.merge(order, 1, Integer::sum);
        tables.insert(order);
        issue.accept(call < SUCCEEDS ? Invoices.TAKEN : order);
    }
}
