// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.sales;

import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;

/** {@code sell?count=N}: N sales that are only packed. */
@WebServlet("/sell")
public class WriterFront extends HttpServlet {

    static final List<String> KEYS = List.of("w0", "w1", "w2");

    private static final long serialVersionUID = 1L;

    @Inject
    private transient Writer writer;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        for (int i = 0; i < Integer.parseInt(request.getParameter("count")); i++) {
            writer.sell(KEYS.get(i % KEYS.size()));
        }
        response.getWriter().print("sold");
    }
}
