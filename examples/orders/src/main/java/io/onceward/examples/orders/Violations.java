// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples.orders;

import jakarta.validation.ConstraintViolation;
import jakarta.validation.ConstraintViolationException;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Response.Status;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;
import java.util.stream.Collectors;

/** Says what is wrong with an order. */
@Provider
public class Violations implements ExceptionMapper<ConstraintViolationException> {

    @Override
    public Response toResponse(ConstraintViolationException problem) {
        String text = problem.getConstraintViolations().stream()
                .map(Violations::text)
                .sorted()
                .collect(Collectors.joining("; "));
        return Problems.answer(Status.BAD_REQUEST.getStatusCode(), text);
    }

    private static String text(ConstraintViolation<?> violation) {
        String path = violation.getPropertyPath().toString();
        return path.substring(path.lastIndexOf('.') + 1) + " " + violation.getMessage();
    }
}
