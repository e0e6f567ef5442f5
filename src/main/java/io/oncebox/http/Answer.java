// SPDX-License-Identifier: Apache-2.0
package io.oncebox.http;

import jakarta.ejb.ApplicationException;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;

/** Leaves a resource method instead of what it returns. Not wrapped, and no reason to log, where the resource is an EJB. */
@ApplicationException(rollback = false)
final class Answer extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Response response;

    Answer(Response response) {
        super("HTTP " + response.getStatus(), null, false, false);
        this.response = response;
    }

    /** The nearest of all mappers, whatever others the application has. */
    static final class Mapper implements ExceptionMapper<Answer> {

        @Override
        public Response toResponse(Answer answer) {
            return answer.response;
        }
    }
}
