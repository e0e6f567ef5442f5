// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.reactive;

import io.onceward.api.Outbox;
import io.onceward.api.OutboxMetadata;
import jakarta.annotation.Resource;
import jakarta.inject.Inject;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.transaction.UserTransaction;
import java.io.IOException;

/** Records an event for Kafka, or repairs what makes messages fail. Answers whether a message has failed. */
@WebServlet("/front")
public class KafkaFront extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Inject
    private transient Outbox outbox;

    @Inject
    private transient KafkaEffects effects;

    @Resource
    private transient UserTransaction transaction;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        String text = request.getParameter("record");
        if (text != null) {
            record(text);
        }
        if (request.getParameter("repair") != null) {
            KafkaEffects.repair();
        }
        response.getWriter().print(effects.hasFailed());
    }

    private void record(String text) throws ServletException {
        try {
            transaction.begin();
            outbox.record("to-kafka", text, OutboxMetadata.none());
            transaction.commit();
        } catch (Exception e) {
            throw new ServletException(e);
        }
    }
}
