// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.refused;

import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Calls a sound bean, in an application beside the refused ones. */
@WebServlet("/place")
public class Neighbour extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Inject
    private transient Sound orders;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        orders.place("1");
        response.getWriter().print("placed");
    }
}
