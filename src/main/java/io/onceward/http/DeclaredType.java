// SPDX-License-Identifier: Apache-2.0
package io.onceward.http;

import jakarta.ws.rs.core.Response;
import java.lang.reflect.Type;

/**
 * The type that a {@code GenericEntity} declares for the entity of a response. Jakarta REST reveals it only when the response
 * is sent, which is too late here; RESTEasy and Jersey have public methods that reveal it earlier.
 */
final class DeclaredType {

    private DeclaredType() {}

    /** Returns the declared type, or the class of the entity if none is known. */
    static Type of(Response response) {
        Object declared = ask(response, "getGenericType");
        if (declared == null) {
            Object context = ask(response, "getContext");
            declared = context == null ? null : ask(context, "getEntityType");
        }
        return declared instanceof Type type ? type : response.getEntity().getClass();
    }

    private static Object ask(Object subject, String method) {
        try {
            return subject.getClass().getMethod(method).invoke(subject);
        } catch (ReflectiveOperationException e) {
            return null; // another implementation
        }
    }
}
