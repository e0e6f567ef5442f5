// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.http;

import io.onceward.api.Idempotent;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.json.JsonObject;
import jakarta.transaction.Transactional;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.GenericEntity;
import jakarta.ws.rs.core.NewCookie;
import jakarta.ws.rs.core.Response;
import java.net.URI;
import java.util.List;

/** A resource that is a CDI bean. */
@Path("cdi")
@RequestScoped
@Consumes("application/json")
@Produces("application/json")
public class CdiOrders {

    private static int failures;

    @Inject
    private Effects effects;

    @POST
    @Transactional
    @Idempotent
    public Response place(JsonObject order) {
        Receipt receipt = effects.place(order.getString("id"));
        return Response.created(URI.create("http://shop.test/orders/" + receipt.number()))
                .header("X-Number", receipt.number())
                .entity(receipt)
                .build();
    }

    @POST
    @Path("entity")
    @Idempotent
    public Receipt entity(JsonObject order) {
        return effects.place(order.getString("id"));
    }

    @POST
    @Path("nothing")
    @Idempotent
    public void nothing(JsonObject order) {
        effects.place(order.getString("id"));
    }

    @POST
    @Path("text")
    @Produces({"text/plain", "text/csv;charset=utf-8"})
    @Idempotent
    public String text(JsonObject order) {
        return "number " + effects.place(order.getString("id")).number();
    }

    @POST
    @Path("typed")
    @Produces("text/csv")
    @Idempotent
    public Response typed(JsonObject order) {
        Receipt receipt = effects.place(order.getString("id"));
        return Response.status(201)
                .header("X-Number", receipt.number())
                .entity(new GenericEntity<>(List.of(receipt)) {})
                .build();
    }

    @POST
    @Path("cookie")
    @Idempotent
    public Response cookie(JsonObject order) {
        Receipt receipt = effects.place(order.getString("id"));
        return Response.ok(receipt)
                .header("X-Number", receipt.number())
                .cookie(new NewCookie.Builder("session").value("secret").build())
                .build();
    }

    @POST
    @Path("failing")
    @Idempotent
    public Receipt failing(JsonObject order) {
        Receipt receipt = effects.place(order.getString("id"));
        if (++failures % 2 == 1) {
            throw new IllegalStateException("on purpose");
        }
        return receipt;
    }

    @POST
    @Path("refused")
    @Transactional
    @Idempotent
    public Receipt refused(JsonObject order) {
        effects.refuseCommit(order.getString("id"));
        return effects.place(order.getString("id"));
    }

    @POST
    @Path("large")
    @Idempotent
    public String large(JsonObject order) {
        effects.place(order.getString("id"));
        return "\"" + "x".repeat(5000) + "\"";
    }

    @POST
    @Path("slow")
    @Idempotent
    public Receipt slow(JsonObject order) {
        Receipt receipt = effects.place(order.getString("id"));
        effects.awaitRelease();
        return receipt;
    }

    @Path("handmade")
    public HandmadeOrders handmade() {
        return new HandmadeOrders(effects);
    }

    @POST
    @Path("release")
    public void release(JsonObject nothing) {
        effects.release();
    }
}
