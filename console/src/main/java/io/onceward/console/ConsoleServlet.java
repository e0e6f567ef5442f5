// SPDX-License-Identifier: Apache-2.0
package io.onceward.console;

import io.onceward.api.InboxAdmin;
import io.onceward.api.OncewardException;
import io.onceward.api.OutboxAdmin;
import io.onceward.config.ConsoleConfig;
import io.onceward.log.Causes;
import io.onceward.queue.Side;
import io.onceward.queue.store.Cluster;
import jakarta.json.JsonObject;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Page and REST resource, behind one check: {@link Access} lets a user in before any answer. */
public final class ConsoleServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    private static final String API = "/api/";
    private static final String STATUS = API + "status";
    private static final String HEAD = "HEAD";

    /**
     * For page and resource: only the page itself loads resources, and no site frames it. Not for a request for a login: the server
     * may answer it with a page of the application, which has a form.
     */
    private static final Map<String, String> HEADERS = Map.of(
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none';"
                    + " form-action 'none'; frame-ancestors 'none'",
            "X-Content-Type-Options",
            "nosniff",
            "X-Frame-Options",
            "DENY",
            "Referrer-Policy",
            "no-referrer",
            "Cross-Origin-Resource-Policy",
            "same-origin",
            "Cache-Control",
            "no-store");

    private final transient Access access;
    private final transient Api api;

    /**
     * Creates the servlet. It asks the suppliers at each request, because Onceward may start later.
     *
     * @param config the roles
     * @param outbox the administration of the outbox
     * @param inbox the administration of the stored inbox
     * @param node the figures of this node
     * @param clusters the nodes and lanes of each datasource
     */
    public ConsoleServlet(
            ConsoleConfig config,
            Supplier<OutboxAdmin> outbox,
            Supplier<InboxAdmin> inbox,
            Supplier<Node> node,
            Supplier<List<Cluster>> clusters) {
        access = new Access(config);
        api = new Api(new EnumMap<>(Map.of(Side.OUTBOX, outbox, Side.INBOX, inbox)), node, clusters);
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String path = request.getPathInfo();
        try {
            Optional<Visitor> visitor = access.visitor(request, response);
            if (visitor.isPresent()) {
                answer(path, visitor.get(), request, response);
            }
        } catch (Refusal e) {
            refuse(e, request, response);
        } catch (OncewardException e) {
            refuse(new Refusal(status(e), e), request, response);
        } catch (RuntimeException e) {
            ConsoleLog.requestFailed(path, e);
            refuse(new Refusal(500, ConsoleErrors.consoleFailed()), request, response);
        }
    }

    /** Returns the status: a bad request if the administration refuses it, otherwise a failure of the server. */
    private static int status(OncewardException e) {
        return Causes.isFaultOfOperator(e)
                ? HttpServletResponse.SC_BAD_REQUEST
                : HttpServletResponse.SC_SERVICE_UNAVAILABLE;
    }

    private void answer(String path, Visitor visitor, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        HEADERS.forEach(response::setHeader);
        boolean change = isApi(path) && Api.isChange(path.substring(API.length()));
        List<String> methods = change ? List.of("POST") : List.of("GET", HEAD);
        if (!methods.contains(request.getMethod())) {
            response.setHeader("Allow", String.join(", ", methods));
            throw new Refusal(
                    405,
                    Refusal.illegal("the method must be " + String.join(" or ", methods))
                            .why());
        }
        if (change) {
            SameOrigin.verify(request);
            write(api.change(path.substring(API.length()), request, visitor), request, response);
        } else if (STATUS.equals(path)) {
            Fact worst = api.status();
            int status = worst.level() == Level.STUCK ? HttpServletResponse.SC_SERVICE_UNAVAILABLE : 200;
            write(status, "application/json", bytes(api.status(worst).toString()), request, response);
        } else if (isApi(path) && Asset.at(path).isEmpty()) {
            write(api.read(path.substring(API.length()), request, visitor), request, response);
        } else if (path == null) {
            response.sendRedirect(request.getContextPath() + request.getServletPath() + "/");
        } else {
            Asset asset = Asset.at(path).orElseThrow(Refusal::nothingThere);
            write(200, asset.type(), asset.content(), request, response);
        }
    }

    private static boolean isApi(String path) {
        return path != null && path.startsWith(API);
    }

    private static void refuse(Refusal why, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        HEADERS.forEach(response::setHeader);
        if (isApi(request.getPathInfo())) {
            write(why.status(), "application/problem+json", bytes(Problem.json(why)), request, response);
        } else {
            write(why.status(), "text/html;charset=UTF-8", bytes(Problem.page(why)), request, response);
        }
    }

    private static void write(JsonObject answer, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        write(200, "application/json", bytes(answer.toString()), request, response);
    }

    private static void write(
            int status, String type, byte[] content, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        response.setStatus(status);
        response.setContentType(type);
        response.setContentLength(content.length);
        if (!request.getMethod().equals(HEAD)) {
            response.getOutputStream().write(content);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
