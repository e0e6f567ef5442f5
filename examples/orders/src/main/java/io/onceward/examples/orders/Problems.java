// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples.orders;

import jakarta.ws.rs.ProcessingException;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Response.Status;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Answers a request that went wrong with one readable line of JSON. */
@Provider
public class Problems implements ExceptionMapper<Exception> {

    private static final Logger LOG = Logger.getLogger(Problems.class.getName());

    @Override
    public Response toResponse(Exception problem) {
        if (problem instanceof ProcessingException || problem.getCause() instanceof ProcessingException) {
            return answer(Status.BAD_REQUEST.getStatusCode(), "Send JSON: {\"item\":\"book\",\"total\":\"19.90\"}");
        }
        if (problem instanceof WebApplicationException e) {
            return answer(e.getResponse().getStatus(), e.getMessage());
        }
        LOG.log(Level.SEVERE, "Request failed", problem);
        return answer(Status.INTERNAL_SERVER_ERROR.getStatusCode(), "It failed, the server's log says why");
    }

    static Response answer(int status, String text) {
        return Response.status(status)
                .type(MediaType.APPLICATION_JSON)
                .entity(Map.of("problem", text))
                .build();
    }
}
