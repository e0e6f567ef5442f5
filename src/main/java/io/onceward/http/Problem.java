// SPDX-License-Identifier: Apache-2.0
package io.onceward.http;

import io.onceward.api.OncewardException;
import jakarta.json.spi.JsonProvider;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.nio.charset.StandardCharsets;

/** The problem details (RFC 9457) of a refused request. */
final class Problem {

    private static final MediaType TYPE = new MediaType("application", "problem+json");

    private Problem() {}

    static Response.ResponseBuilder of(int status, String title, OncewardException why) {
        String body = JsonProvider.provider()
                .createObjectBuilder()
                .add("type", "about:blank")
                .add("title", title)
                .add("status", status)
                .add("detail", why.getMessage())
                .add("code", why.code())
                .build()
                .toString();
        return Response.status(status).type(TYPE).entity(body.getBytes(StandardCharsets.UTF_8));
    }
}
