// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.redeploy;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Runs the garbage collector and answers with the number of traces and of those whose class loader is still in memory:
 * {@code 20 0}.
 */
@WebServlet("/loaders")
public class Watch extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        System.gc();
        Map<Object, Object> traces = System.getProperties().entrySet().stream()
                .filter(entry -> entry.getKey().toString().startsWith(Trace.PREFIX))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
        long left = traces.values().stream()
                .filter(trace -> ((WeakReference<?>) trace).get() != null)
                .count();
        if (request.getParameter("forget") != null) {
            traces.keySet().forEach(System.getProperties()::remove);
        }
        response.getWriter().print(traces.size() + " " + left);
    }
}
