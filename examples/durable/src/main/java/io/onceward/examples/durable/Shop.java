// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples.durable;

import io.onceward.api.Durable;
import io.onceward.api.EventKey;
import io.onceward.api.Idempotent;
import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Initialized;
import jakarta.enterprise.event.Event;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Application;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Response.Status;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.logging.Logger;
import javax.sql.DataSource;

/** A shop without a broker. Placing an order records its event in the same transaction, and the observer bills it after the commit. */
@Path("orders")
@ApplicationScoped
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
public class Shop {

    private static final Logger LOG = Logger.getLogger(Shop.class.getName());

    private static final BigDecimal LARGE = new BigDecimal(1000);

    private final Set<Long> failed = ConcurrentHashMap.newKeySet();

    @Resource(lookup = "jdbc/__default")
    DataSource database;

    @Inject
    Event<OrderPlaced> placed;

    /** The resources are at /. */
    @ApplicationPath("/")
    public static class Resources extends Application {}

    /** What a customer sends. */
    public record NewOrder(String item, BigDecimal total) {}

    /** What has happened. */
    public record OrderPlaced(@EventKey long order, BigDecimal total) {}

    /** What a customer sees. */
    public record Order(long id, String item, BigDecimal total, long invoices) {}

    /** What the database has. */
    public record Tally(long placed, long billed, long doubled, long pending) {}

    @POST
    @Transactional
    public Response place(NewOrder order) throws SQLException {
        long id = numbers("SELECT NEXT VALUE FOR orders_seq").get(0);
        update("INSERT INTO orders VALUES (?, ?, ?)", id, order.item(), order.total());
        placed.fire(new OrderPlaced(id, order.total())); // recorded in this transaction
        return Response.status(Status.CREATED)
                .entity(new Order(id, order.item(), order.total(), 0))
                .build();
    }

    /** After the commit, in a transaction of its own, again and again until it commits, also after a crash. */
    void bill(@Observes @Durable(name = "billing") OrderPlaced order) throws SQLException {
        if (order.total().compareTo(LARGE) > 0 && failed.add(order.order())) {
            throw new IllegalStateException(
                    "Billing fails on purpose: order " + order.order() + " is large, and tried first");
        }
        update("INSERT INTO invoices (orderid, total) VALUES (?, ?)", order.order(), order.total());
        LOG.info(() -> "Order " + order.order() + " billed");
    }

    /** A customer without an answer repeats the request with its {@code Idempotency-Key}: there is one order nevertheless. */
    @POST
    @Path("once")
    @Transactional
    @Idempotent(handler = "POST /orders/once")
    public Response placeOnce(NewOrder order) throws SQLException {
        return place(order);
    }

    @GET
    @Transactional
    public List<Order> latest() throws SQLException {
        return orders("ORDER BY id DESC FETCH FIRST 20 ROWS ONLY");
    }

    @GET
    @Path("{id}")
    @Transactional
    public Order get(@PathParam("id") long id) throws SQLException {
        return orders("WHERE id = ?", id).stream().findFirst().orElseThrow(NotFoundException::new);
    }

    @GET
    @Path("tally")
    @Transactional
    public Tally tally() throws SQLException {
        List<Long> counts = numbers("""
            SELECT
              (SELECT COUNT(*) FROM orders),
              (SELECT COUNT(*) FROM orders AS o WHERE EXISTS (SELECT 1 FROM invoices AS i WHERE i.orderid = o.id)),
              (SELECT COUNT(*) FROM (SELECT orderid FROM invoices GROUP BY orderid HAVING COUNT(*) > 1) AS doubled),
              (SELECT COUNT(*) FROM onceward_inbox_message)
            """);
        return new Tally(counts.get(0), counts.get(1), counts.get(2), counts.get(3));
    }

    void createTables(@Observes @Initialized(ApplicationScoped.class) Object start) throws SQLException {
        update("CREATE SEQUENCE IF NOT EXISTS orders_seq");
        update(
                "CREATE TABLE IF NOT EXISTS orders (id BIGINT PRIMARY KEY, item VARCHAR(100) NOT NULL, total DECIMAL(11, 2) NOT NULL)");
        update("CREATE TABLE IF NOT EXISTS invoices (id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,"
                + " orderid BIGINT NOT NULL, total DECIMAL(11, 2) NOT NULL)");
        update("CREATE INDEX IF NOT EXISTS invoices_orderid ON invoices (orderid)");
    }

    private List<Order> orders(String which, Object... values) throws SQLException {
        try (Connection connection = database.getConnection();
                PreparedStatement statement = prepared(
                        connection,
                        "SELECT id, item, total, (SELECT COUNT(*) FROM invoices AS i WHERE i.orderid = o.id) FROM orders AS o "
                                + which,
                        values);
                ResultSet row = statement.executeQuery()) {
            List<Order> orders = new ArrayList<>();
            while (row.next()) {
                orders.add(new Order(row.getLong(1), row.getString(2), row.getBigDecimal(3), row.getLong(4)));
            }
            return orders;
        }
    }

    private List<Long> numbers(String sql) throws SQLException {
        try (Connection connection = database.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql);
                ResultSet row = statement.executeQuery()) {
            row.next();
            List<Long> numbers = new ArrayList<>();
            for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
                numbers.add(row.getLong(i));
            }
            return numbers;
        }
    }

    private void update(String sql, Object... values) throws SQLException {
        try (Connection connection = database.getConnection();
                PreparedStatement statement = prepared(connection, sql, values)) {
            statement.executeUpdate();
        }
    }

    private static PreparedStatement prepared(Connection connection, String sql, Object... values) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        for (int i = 0; i < values.length; i++) {
            statement.setObject(i + 1, values[i]);
        }
        return statement;
    }
}
