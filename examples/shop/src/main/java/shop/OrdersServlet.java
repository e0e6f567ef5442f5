// SPDX-License-Identifier: Apache-2.0
package shop;

import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.math.BigDecimal;

/** Orders over HTTP: a {@code POST} places one, a {@code GET} counts its invoices. */
@WebServlet("/orders")
public class OrdersServlet extends HttpServlet {

    @Inject
    private Orders orders;

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String id = request.getParameter("id");
        orders.place(new NewOrder(id, new BigDecimal(request.getParameter("total"))));
        response.getWriter().println("order " + id + ": placed");
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String id = request.getParameter("id");
        response.getWriter().println("order " + id + ": invoices " + orders.invoicesOf(id));
    }
}
