// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples.orders;

import io.onceward.api.Idempotent;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.ClientErrorException;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Response.Status;
import java.net.URI;
import java.util.List;

/** Orders over HTTP. */
@Path("/")
@RequestScoped
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
public class OrdersResource {

    @Inject
    private Orders orders;

    @Inject
    private Redelivery redelivery;

    @Inject
    private Tallies tallies;

    @GET
    public List<OrderView> list() {
        return orders.latest();
    }

    @GET
    @Path("{id}")
    public OrderView get(@PathParam("id") long id) {
        return orders.find(id).orElseThrow(() -> new NotFoundException("There is no order " + id));
    }

    @POST
    public Response place(@NotNull @Valid NewOrder order) {
        long id = orders.place(order).orderId();
        return Response.created(URI.create(String.valueOf(id))).entity(get(id)).build();
    }

    /** A customer without an answer repeats the request with its {@code Idempotency-Key}: there is one order nevertheless. */
    @POST
    @Path("once")
    @Transactional
    @Idempotent(handler = "POST /orders/once")
    public Response placeOnce(@NotNull @Valid NewOrder order) {
        return Response.status(Status.CREATED).entity(orders.place(order)).build();
    }

    @GET
    @Path("tally")
    public Tally tally() {
        return tallies.count();
    }

    @POST
    @Path("{id}/redeliver")
    @Consumes(MediaType.WILDCARD)
    public Response redeliver(@PathParam("id") long id) {
        get(id);
        String event = redelivery.redeliver(id).orElseThrow(() -> notBilled(id));
        return Response.accepted(new PublishedAgain(id, event)).build();
    }

    /** The answer to a redelivery: whose event it was, and the id under which it was published again. */
    public record PublishedAgain(long order, String eventId) {}

    private static ClientErrorException notBilled(long id) {
        return new ClientErrorException("Order " + id + " is not billed yet, try again in a moment", Status.CONFLICT);
    }
}
