// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.http;

import io.onceward.api.Idempotent;
import jakarta.enterprise.context.RequestScoped;
import jakarta.json.JsonObject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Produces;

/** A bean, of whose class the application has made an object itself: no interceptor is around that. */
@RequestScoped
@Consumes("application/json")
@Produces("application/json")
public class HandmadeOrders {

    private Effects effects;

    /** Called by CDI. */
    public HandmadeOrders() {}

    HandmadeOrders(Effects effects) {
        this.effects = effects;
    }

    @POST
    @Idempotent
    public Receipt place(JsonObject order) {
        return effects.place(order.getString("id"));
    }
}
