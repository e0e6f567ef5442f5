// SPDX-License-Identifier: Apache-2.0
package io.onceward.http;

import jakarta.ejb.ApplicationException;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;

/** Replaces the result of a resource method by another response. EJB containers neither wrap nor log it. */
@ApplicationException(rollback = false)
final class Answer extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Response response;

    Answer(Response response) {
        super("HTTP " + response.getStatus(), null, false, false);
        this.response = response;
    }

    /** Maps this class itself, so that it precedes all mappers of the application. */
    static final class Mapper implements ExceptionMapper<Answer> {

        @Override
        public Response toResponse(Answer answer) {
            return answer.response;
        }
    }
}
