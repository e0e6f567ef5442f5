// SPDX-License-Identifier: Apache-2.0
package io.onceward.console;

import io.onceward.config.ConsoleConfig;
import io.onceward.outbox.capture.CaptureStatus;
import io.onceward.queue.Side;
import io.onceward.queue.outage.BrokerConnection;
import io.onceward.queue.outage.Outage;
import io.onceward.queue.outage.Outages;
import io.onceward.queue.store.Cluster;
import io.onceward.queue.store.DeclaredPolicy;
import io.onceward.queue.store.RetryPolicy;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.security.Principal;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.security.ConstraintSecurityHandler;
import org.eclipse.jetty.security.HashLoginService;
import org.eclipse.jetty.security.UserStore;
import org.eclipse.jetty.security.authentication.BasicAuthenticator;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.EagerContentHandler;
import org.eclipse.jetty.server.handler.EagerContentHandler.RetainedContentLoaderFactory;
import org.eclipse.jetty.util.security.Password;

/** An application with the console at {@code /shop/onceward}: operator, auditor and editor may open it, the stranger may not. */
final class ConsoleServer implements AutoCloseable {

    static final String PASSWORD = "secret";
    static final String FORM = "<form method=\"post\" action=\"j_security_check\"></form>";

    static final String HERE = "0d3adbee-0000-4000-8000-000000000001";
    static final String THERE = "0d3adbee-0000-4000-8000-000000000002";

    final Rows outbox = Rows.outbox();
    final Rows inbox = Rows.inbox();

    /**
     * The outages that the node reports. It counts 12 events a second as recorded, 8 as published and 4 as processed.
     */
    volatile List<Outage> brokersAway = List.of();

    /** Whether the server has forgotten its users, and answers with a form for the login. */
    volatile boolean showsForm;

    /** The captures that the node reports. */
    volatile List<CaptureStatus> captures = List.of();

    /** The connections that the node reports, of several kinds of brokers. */
    volatile List<BrokerConnection> connections = List.of(
            connection("jms", "jms/shop", null, "audit", "invoices", "orders.jms"),
            connection("kafka", "kafka 10.0.0.1:9092", null, "orders.kafka"),
            connection("nats", "nats nats://10.0.0.2:4222", null, "prices"),
            connection("rabbitmq", "rabbitmq 10.0.0.3:5672", null, "shipments"),
            connection("webhook", "webhook erp.example.com:443", null, "orders.erp"),
            new BrokerConnection("kafka", "kafka:bills", true, List.of("bills"), null));

    static BrokerConnection connection(String kind, String name, Outage outage, String... channels) {
        return new BrokerConnection(kind, name, false, List.of(channels), outage);
    }

    /** The handlers whose circuit breakers the node reports as not closed. */
    volatile List<Outage> handlersAway = List.of();

    /** Two nodes, the second of which has no name. */
    volatile Cluster cluster = new Cluster(
            "jdbc/shop",
            HERE,
            List.of(
                    new Cluster.Node(
                            HERE,
                            "shop-1",
                            Set.of("outbox:orders", "outbox:shipments"),
                            Instant.now().plusSeconds(3600)),
                    new Cluster.Node(
                            THERE, null, Set.of("outbox:orders"), Instant.now().plusSeconds(3600))),
            List.of(
                    new Cluster.Queue(Side.INBOX, "stock", policy("stock", "warehouse", 3, false), Map.of(), 64),
                    new Cluster.Queue(
                            Side.OUTBOX, "orders", policy("orders", "shop", 15, true), Map.of(HERE, 40, THERE, 20), 4),
                    new Cluster.Queue(Side.OUTBOX, "shipments", null, Map.of(HERE, 64), 0)));

    private final Server server = new Server();
    private final long start = System.nanoTime();

    private ConsoleServer(boolean login) throws Exception {
        ServerConnector connector = new ServerConnector(server);
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        ServletContextHandler application = new ServletContextHandler("/shop", ServletContextHandler.SESSIONS);
        ConsoleConfig config =
                new ConsoleConfig(true, "/onceward", "operators", Optional.of("readers"), Optional.of("editors"));
        ConsoleServlet servlet =
                new ConsoleServlet(config, () -> outbox, () -> inbox, this::node, () -> List.of(cluster));
        application.addServletContainerInitializer(
                (classes, context) -> ConsoleRegistration.add(context, config, servlet));
        application.addFilter(
                (request, response, chain) ->
                        chain.doFilter(showsForm ? new FormRequest((HttpServletRequest) request) : request, response),
                "/*",
                EnumSet.of(DispatcherType.REQUEST));
        if (login) {
            application.setSecurityHandler(security());
        }
        server.setHandler(reading(application));
        server.start();
    }

    /**
     * Reads a request's body before the application answers. Otherwise Jetty closes the connection when the answer is
     * faster than the body, and the client's next request on that connection fails.
     */
    private static EagerContentHandler reading(ServletContextHandler application) {
        return new EagerContentHandler(application, new RetainedContentLoaderFactory());
    }

    private static DeclaredPolicy policy(String queue, String application, int attempts, boolean blockKey) {
        return new DeclaredPolicy(
                queue, application, new RetryPolicy(attempts, Duration.ofSeconds(1), Duration.ofMinutes(10), blockKey));
    }

    private Node node() {
        long quarters = (System.nanoTime() - start) / 250_000_000;
        return new Node(
                new Outages(List.of(), brokersAway, List.of(), handlersAway),
                connections,
                captures,
                3 * quarters,
                2 * quarters,
                quarters);
    }

    private static ConstraintSecurityHandler security() {
        UserStore users = new UserStore();
        users.addUser("operator", new Password(PASSWORD), new String[] {"operators"});
        users.addUser("auditor", new Password(PASSWORD), new String[] {"operators", "readers"});
        users.addUser("editor", new Password(PASSWORD), new String[] {"operators", "readers", "editors"});
        users.addUser("blind", new Password(PASSWORD), new String[] {"operators", "editors"});
        users.addUser("stranger", new Password(PASSWORD), new String[] {"readers"});
        HashLoginService login = new HashLoginService("shop");
        login.setUserStore(users);
        ConstraintSecurityHandler security = new ConstraintSecurityHandler();
        security.setAuthenticator(new BasicAuthenticator());
        security.setLoginService(login);
        return security;
    }

    static ConsoleServer withLogin() throws Exception {
        return new ConsoleServer(true);
    }

    static ConsoleServer withoutLogin() throws Exception {
        return new ConsoleServer(false);
    }

    /** Returns the console's address, with a slash at the end. */
    URI address() {
        return server.getURI().resolve("/shop/onceward/");
    }

    @Override
    public void close() throws Exception {
        server.stop();
    }

    /** A request whose login begins with a page of the application, to which a server forwards it. */
    private static final class FormRequest extends HttpServletRequestWrapper {

        FormRequest(HttpServletRequest request) {
            super(request);
        }

        @Override
        public Principal getUserPrincipal() {
            return null;
        }

        @Override
        public boolean authenticate(HttpServletResponse response) throws IOException {
            response.setContentType("text/html");
            response.getWriter().print(FORM);
            response.flushBuffer();
            return false;
        }
    }
}
