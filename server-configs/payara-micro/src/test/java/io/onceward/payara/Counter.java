// SPDX-License-Identifier: Apache-2.0
package io.onceward.payara;

import jakarta.ejb.EJB;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** {@code sell}: calls the clerk. */
@WebServlet("/sell")
public class Counter extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @EJB
    private transient Clerk clerk;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.getWriter().print(clerk.sell());
    }
}
