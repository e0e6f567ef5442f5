// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.rolling;

import io.onceward.api.InboxAdmin;
import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;

/** {@code set?count=N}: N prices of each key. {@code pause} and {@code resume}: both queues. */
@WebServlet({"/set", "/pause", "/resume"})
public class Front extends HttpServlet {

    static final List<String> KEYS = List.of("a", "b", "c", "d", "e");

    private static final long serialVersionUID = 1L;

    private static final List<String> QUEUES = List.of(Prices.HANDLER, "observer:" + Prices.OBSERVER);

    @Inject
    private transient Prices prices;

    @Inject
    private transient InboxAdmin admin;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        switch (request.getServletPath()) {
            case "/pause" -> QUEUES.forEach(queue -> admin.pause(queue, "the test"));
            case "/resume" -> QUEUES.forEach(queue -> admin.resume(queue, "the test"));
            default -> {
                for (int i = 0; i < Integer.parseInt(request.getParameter("count")); i++) {
                    KEYS.forEach(prices::set);
                }
            }
        }
        response.getWriter().print("done");
    }
}
