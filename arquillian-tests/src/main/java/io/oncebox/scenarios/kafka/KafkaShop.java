// SPDX-License-Identifier: Apache-2.0
package io.oncebox.scenarios.kafka;

import io.oncebox.api.Idempotent;
import io.oncebox.api.Inbox;
import io.oncebox.api.Outbox;
import io.oncebox.api.OutboxMetadata;
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
import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.eclipse.microprofile.reactive.messaging.Outgoing;

/** Records events for Kafka, and shows what arrives from there. */
@WebServlet("/shop")
public class KafkaShop extends HttpServlet {

    private static final long serialVersionUID = 1L;

    private static final Queue<String> TAKEN = new ConcurrentLinkedQueue<>();

    @Inject
    private transient Orders orders;

    @Inject
    private transient Outbox outbox;

    @Inject
    private transient Inbox inbox;

    @Inject
    private transient IdempotentCalls calls;

    @Resource
    private transient UserTransaction transaction;

    /** Runs the action of the parameters. Answers with the messages that were handled. */
    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        String text = request.getParameter("text");
        try {
            switch (request.getParameter("do")) {
                case "place" -> orders.place(text);
                case "roll-back" -> {
                    transaction.begin();
                    outbox.record("orders", text, OutboxMetadata.none());
                    transaction.rollback();
                }
                case "call" -> calls.take(message(text));
                case "store" -> inbox.store("by-hand", message(text));
                default -> {
                    // it only looks
                }
            }
        } catch (Exception e) {
            throw new ServletException(e);
        }
        response.getWriter().print("taken " + TAKEN);
    }

    private static ConsumerRecord<String, String> message(String text) {
        ConsumerRecord<String, String> message = new ConsumerRecord<>("foreign", 0, 1, "k", text);
        message.headers().add("oncebox_id", text.getBytes(StandardCharsets.UTF_8));
        return message;
    }

    /** Publishes. */
    @ApplicationScoped
    public static class Orders {

        @Outgoing("orders")
        @Transactional
        public String place(String order) {
            return order;
        }
    }

    /** Takes stored messages. */
    @ApplicationScoped
    public static class Handlers {

        @Incoming("arrivals")
        @Idempotent(handler = "arrivals")
        public void arrived(String text) {
            TAKEN.add("received " + text);
        }

        @Incoming("by-hand")
        @Idempotent(handler = "by-hand")
        public void stored(String text) {
            TAKEN.add("stored " + text);
        }
    }

    /** Is called with records that another consumer has received. */
    @ApplicationScoped
    public static class IdempotentCalls {

        @Idempotent
        @Transactional
        public void take(ConsumerRecord<String, String> message) {
            TAKEN.add("called " + message.value());
        }
    }
}
