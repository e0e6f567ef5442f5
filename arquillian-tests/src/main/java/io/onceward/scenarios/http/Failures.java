// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.http;

import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;

/** Takes everything, as mappers of applications do. */
public class Failures implements ExceptionMapper<Throwable> {

    @Override
    public Response toResponse(Throwable failure) {
        return Response.status(503)
                .type("text/plain")
                .entity(failure.toString())
                .build();
    }
}
