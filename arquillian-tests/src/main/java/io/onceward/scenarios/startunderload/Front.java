// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.startunderload;

import io.onceward.scenarios.support.Queues;
import jakarta.ejb.EJB;
import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** {@code place}: records orders. {@code waiting}: how many messages the queue has. {@code arrived}: how many were delivered. */
@WebServlet({"/place", "/waiting", "/arrived"})
public class Front extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Inject
    private transient Orders orders;

    @EJB
    private transient Queues queues;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        int answer =
                switch (request.getServletPath()) {
                    case "/place" -> {
                        orders.place(StartUnderLoadScenario.ORDERS);
                        yield StartUnderLoadScenario.ORDERS;
                    }
                    case "/waiting" -> queues.depth(StartUnderLoadScenario.QUEUE);
                    default -> ArrivingInterceptor.ARRIVED.get();
                };
        response.getWriter().print(answer);
    }
}
