// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.http;

import io.onceward.api.Idempotent;
import jakarta.ejb.Stateless;
import jakarta.inject.Inject;
import jakarta.json.JsonObject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Response;

/** A resource that is an EJB. */
@Path("ejb")
@Stateless
@Consumes("application/json")
@Produces("application/json")
public class EjbOrders {

    @Inject
    private Effects effects;

    @POST
    @Idempotent
    public Response place(JsonObject order) {
        Receipt receipt = effects.place(order.getString("id"));
        return Response.status(201)
                .header("X-Number", receipt.number())
                .entity(receipt)
                .build();
    }
}
