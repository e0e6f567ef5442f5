// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.brokercheck;

import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Publishes an order, or tells how many came back. */
@WebServlet({"/place", "/handled"})
public class Exchange extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Inject
    private transient Orders orders;

    @Inject
    private transient Returns returns;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (request.getServletPath().equals("/place")) {
            response.getWriter().print(orders.place("1"));
        } else {
            response.getWriter().print(returns.handled());
        }
    }
}
