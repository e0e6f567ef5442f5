// SPDX-License-Identifier: Apache-2.0
package io.oncebox.scenarios.redeploy;

import jakarta.ejb.EJB;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.sql.SQLException;

/** Calls {@link PlainOrders}. */
@WebServlet("/place")
public class PlainFront extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @EJB
    private transient PlainOrders orders;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        try {
            orders.place();
        } catch (SQLException e) {
            throw new ServletException(e);
        }
        response.getWriter().print("placed");
    }
}
