// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples.shipping;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

/** The boxes over HTTP. */
@Path("boxes")
@RequestScoped
@Produces(MediaType.APPLICATION_JSON)
public class BoxesResource {

    @Inject
    private Boxes boxes;

    @GET
    public There get() {
        return new There(boxes.there());
    }

    @POST
    @Path("{there}")
    public There set(@PathParam("there") boolean there) {
        boxes.set(there);
        return get();
    }

    /** The answer whether there are boxes. */
    public record There(boolean there) {}
}
