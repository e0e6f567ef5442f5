// SPDX-License-Identifier: Apache-2.0
package io.oncebox.scenarios.kafka;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Answers with the threads of the server that clients of Kafka have started. */
@WebServlet("/threads")
public class ClientThreads extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.getWriter()
                .print(Thread.getAllStackTraces().keySet().stream()
                        .map(Thread::getName)
                        .filter(name -> name.startsWith("kafka-"))
                        .toList());
    }
}
