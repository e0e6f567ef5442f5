// SPDX-License-Identifier: Apache-2.0
package mailorder;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.inject.Named;

/** The form of a new order. */
@Named
@RequestScoped
public class OrderForm {

    @Inject
    private Orders orders;

    private String customer;
    private String item;
    private int pieces = 1;
    private boolean express;

    /** Places the order. */
    public void place() {
        orders.place(customer, item, pieces, express);
    }

    public String getCustomer() {
        return customer;
    }

    public void setCustomer(String customer) {
        this.customer = customer;
    }

    public String getItem() {
        return item;
    }

    public void setItem(String item) {
        this.item = item;
    }

    public int getPieces() {
        return pieces;
    }

    public void setPieces(int pieces) {
        this.pieces = pieces;
    }

    public boolean isExpress() {
        return express;
    }

    public void setExpress(boolean express) {
        this.express = express;
    }
}
