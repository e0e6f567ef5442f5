// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.console;

import io.onceward.api.Idempotent;
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
import jakarta.transaction.UserTransaction;
import java.io.IOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** An application that sends messages and whose handler fails on some of them until it is repaired. */
@WebServlet("/clinic")
public class Clinic extends HttpServlet {

    static final String CHANNEL = "first_aid";
    static final String HANDLER = "ward";

    private static final long serialVersionUID = 1L;

    private static final Queue<String> TAKEN = new ConcurrentLinkedQueue<>();

    private static volatile boolean healed;

    @Inject
    private transient Outbox outbox;

    @Resource
    private transient UserTransaction transaction;

    /** Sends a text with a key, or repairs the handler. Answers with the texts that the handler accepted. */
    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        healed |= request.getParameter("heal") != null;
        String key = request.getParameter("key");
        if (key != null) {
            try {
                transaction.begin();
                outbox.record(CHANNEL, key, OutboxMetadata.none().withKey(key));
                transaction.commit();
            } catch (Exception e) {
                throw new ServletException(e);
            }
        }
        response.getWriter().print(TAKEN);
    }

    /** Accepts every message except poison. */
    @ApplicationScoped
    public static class Ward {

        @Incoming("first_aid_in")
        @Idempotent(handler = HANDLER)
        public void take(String text) {
            if (text.startsWith("poison") && !healed) {
                throw new IllegalStateException("no antidote for " + text);
            }
            TAKEN.add(text);
        }
    }
}
