// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.http;

import io.onceward.api.Idempotent;
import jakarta.inject.Inject;
import jakarta.json.JsonObject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;

/** No bean, where the server makes none of whatever has a path. */
@Path("outsider")
@Consumes("application/json")
@Produces("application/json")
public class Outsider {

    @Inject
    private Effects effects;

    @POST
    @Idempotent
    public Receipt place(JsonObject order) {
        return effects.place(order.getString("id"));
    }
}
