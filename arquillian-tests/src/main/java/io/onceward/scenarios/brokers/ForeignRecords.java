// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.brokers;

import io.onceward.api.Idempotent;
import io.onceward.api.Inbox;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.transaction.Transactional;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** Passes a record of another consumer to an idempotent method and to the stored inbox. */
@WebServlet("/foreign")
public class ForeignRecords extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Inject
    private transient Inbox inbox;

    @Inject
    private transient IdempotentCalls calls;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        String text = request.getParameter("text");
        ConsumerRecord<String, String> message = new ConsumerRecord<>("foreign", 0, 1, "k", text);
        message.headers().add("onceward_id", text.getBytes(StandardCharsets.UTF_8));
        calls.take(message);
        inbox.store("by-hand", message);
    }

    /** Is called with records that another consumer has received. */
    @ApplicationScoped
    public static class IdempotentCalls {

        @Idempotent
        @Transactional
        public void take(ConsumerRecord<String, String> message) {
            Handled.add("called " + message.value());
        }

        @Incoming("by-hand")
        @Idempotent(handler = "by-hand")
        public void stored(String text) {
            Handled.add("stored " + text);
        }
    }
}
