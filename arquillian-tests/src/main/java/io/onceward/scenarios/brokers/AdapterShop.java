// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.brokers;

import io.onceward.api.Outbox;
import io.onceward.api.OutboxMetadata;
import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.transaction.Transactional;
import jakarta.transaction.UserTransaction;
import java.io.IOException;
import org.eclipse.microprofile.reactive.messaging.Outgoing;

/** Records events, and shows what its handlers have handled. */
@WebServlet("/shop")
public class AdapterShop extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Inject
    private transient Orders orders;

    @Inject
    private transient Outbox outbox;

    @Resource
    private transient UserTransaction transaction;

    /** Runs the action of the parameters. Answers with the messages that were handled, one a line. */
    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        String text = request.getParameter("text");
        try {
            switch (request.getParameter("do")) {
                case "place" -> orders.place(text);
                case "record" -> orders.record(text);
                case "roll-back" -> {
                    transaction.begin();
                    outbox.record("orders", text, OutboxMetadata.none());
                    transaction.rollback();
                }
                default -> {
                    // it only looks
                }
            }
        } catch (Exception e) {
            throw new ServletException(e);
        }
        response.getWriter().print(String.join("\n", Handled.all()));
    }

    /** Publishes. */
    @ApplicationScoped
    public static class Orders {

        @Inject
        private Outbox outbox;

        @Outgoing("orders")
        @Transactional
        public String place(String order) {
            return order;
        }

        /** Records an event of the one key, so that it keeps its order. */
        @Transactional
        public void record(String order) {
            outbox.record("orders", order, OutboxMetadata.none().withKey("k"));
        }
    }
}
