// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.beanarchive;

import jakarta.ejb.EJB;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Calls the bean twice with one key, and answers how many calls have reached it. */
@WebServlet("/twice")
public class Twice extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @EJB
    private transient Counting counting;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Counting.CALLS.set(0);
        counting.count(request.getParameter("key"));
        counting.count(request.getParameter("key"));
        response.getWriter().print(Counting.CALLS.get());
    }
}
