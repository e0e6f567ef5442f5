// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.shop;

import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * {@code place?name=NAME&count=N}: 2 × N orders {@code NAME-returned-I} and {@code NAME-recorded-I}, each in a
 * transaction of its own, the name being their key. {@code effects}: what their events did, a line each.
 */
@WebServlet({"/place", "/effects"})
public class Front extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Inject
    private transient Orders orders;

    @Inject
    private transient Ledger ledger;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (request.getServletPath().equals("/effects")) {
            response.getWriter().print(String.join("\n", ledger.effects()));
            return;
        }
        String name = request.getParameter("name");
        for (int i = 0; i < Integer.parseInt(request.getParameter("count")); i++) {
            orders.place(name + "-returned-" + i, name);
            orders.placeByOutbox(name + "-recorded-" + i, name);
        }
        response.getWriter().print("placed");
    }
}
