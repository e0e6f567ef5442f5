// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.adapter;

import io.onceward.api.Idempotent;
import io.onceward.api.Inbox;
import io.onceward.api.Outbox;
import io.onceward.memory.MemoryAdapter;
import io.onceward.memory.MemoryMessage;
import io.onceward.memory.broker.MemoryBroker;
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
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** Records on any channel, and shows what arrives by whichever broker. */
@WebServlet("/depot")
public class Depot extends HttpServlet {

    static final String BROKER = "main";

    private static final long serialVersionUID = 1L;

    private static final Queue<String> TAKEN = new ConcurrentLinkedQueue<>();

    @Inject
    private transient Outbox outbox;

    @Inject
    private transient Inbox inbox;

    @Inject
    private transient IdempotentCalls calls;

    @Resource
    private transient UserTransaction transaction;

    /** Runs the action of the parameters. Answers with the messages that are handled and pending. */
    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        MemoryBroker<MemoryMessage> broker = MemoryAdapter.broker(BROKER);
        String text = request.getParameter("text");
        try {
            switch (request.getParameter("do")) {
                case "record" -> {
                    transaction.begin();
                    outbox.record(request.getParameter("channel"), text);
                    transaction.commit();
                }
                case "send" -> broker.send("arrivals", MemoryMessage.of(text, text));
                case "store" -> inbox.store("by-hand", MemoryMessage.of(text, text));
                case "call" -> calls.take(MemoryMessage.of(text, text));
                case "down" -> broker.setDown(Boolean.parseBoolean(text));
                case "refuse" ->
                    broker.refuse(
                            message -> message.text().equals(text) ? new IOException("the broker refuses it") : null);
                default -> {
                    // it only looks
                }
            }
        } catch (Exception e) {
            throw new ServletException(e);
        }
        response.getWriter()
                .print("taken " + TAKEN + " published "
                        + broker.waiting("orders").stream()
                                .map(MemoryMessage::text)
                                .toList());
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

    /** Is called with messages. */
    @ApplicationScoped
    public static class IdempotentCalls {

        @Idempotent(key = "header:memory-id")
        @Transactional
        public void take(MemoryMessage message) {
            TAKEN.add("called " + message.text());
        }
    }
}
