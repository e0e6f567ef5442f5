// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.ear;

import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** {@code place?name=NAME&count=N}, as the shop's. */
@WebServlet("/place")
public class SalesFront extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Inject
    private transient Sales sales;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String name = request.getParameter("name");
        for (int i = 0; i < Integer.parseInt(request.getParameter("count")); i++) {
            sales.sell(name + "-returned-" + i, name);
            sales.sellByOutbox(name + "-recorded-" + i, name);
        }
        response.getWriter().print("placed");
    }
}
