// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.sales;

import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** {@code sell?count=N}: N sales, one after the other and each key in its turn. */
@WebServlet("/sell")
public class SellerFront extends HttpServlet {

    static final List<String> KEYS = List.of("k0", "k1", "k2", "k3", "k4", "k5", "k6");

    private static final long serialVersionUID = 1L;

    /** With more events, the handlers catch up first, so that the end does not take long. */
    private static final int BACKLOG = 1000;

    @Inject
    private transient Seller seller;

    @Inject
    private transient Ledger ledger;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        for (int i = 0; i < Integer.parseInt(request.getParameter("count")); i++) {
            seller.sell(KEYS.get(i % KEYS.size()));
            while (ledger.waiting() > BACKLOG) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
            }
        }
        response.getWriter().print("sold");
    }
}
