// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.brokers;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Answers with the number and name of each thread of the server whose name contains one of the parameters {@code of}, one a line. */
@WebServlet("/threads")
public class ClientThreads extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String[] parts = request.getParameterValues("of");
        response.getWriter()
                .print(Thread.getAllStackTraces().keySet().stream()
                        .filter(thread ->
                                Stream.of(parts).anyMatch(thread.getName().toLowerCase(Locale.ROOT)::contains))
                        .map(thread -> thread.getId() + " " + thread.getName())
                        .collect(Collectors.joining("\n")));
    }
}
