// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.inboxcrash;

import io.onceward.scenarios.support.Queues;
import jakarta.ejb.EJB;
import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * {@code place}: orders, one after the other, until the server is gone. {@code pay?id=ID}: a payment.
 * {@code waiting?queue=NAME}: how many messages a queue has.
 */
@WebServlet({"/place", "/pay", "/waiting"})
public class Front extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Inject
    private transient Orders orders;

    @EJB
    private transient Queues queues;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        switch (request.getServletPath()) {
            case "/place" -> {
                for (int i = 0; i < Integer.MAX_VALUE; i++) {
                    orders.place(i);
                }
            }
            case "/pay" -> orders.pay(request.getParameter("id"));
            default -> response.getWriter().print(queues.depth(request.getParameter("queue")));
        }
    }
}
