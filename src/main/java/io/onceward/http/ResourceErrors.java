// SPDX-License-Identifier: Apache-2.0
package io.onceward.http;

import static io.onceward.log.Coded.deploymentError;

import io.onceward.api.OncewardException;
import java.util.List;

/** Errors of idempotent resource methods at deployment. */
public final class ResourceErrors {

    private ResourceErrors() {}

    public static OncewardException streamedResponse(String member, String type) {
        return deploymentError(
                "0130",
                null,
                "@Idempotent resource method %s uses %s, which is written after the method returns and so can't"
                        + " be stored with the effects. Return a complete entity, or a Response with one.",
                member,
                type);
    }

    public static OncewardException keyOfResource(String member) {
        return deploymentError(
                "0131",
                null,
                "@Idempotent resource method %s declares its own key, but the header Idempotency-Key identifies"
                        + " requests. Remove key, messageKey, resolver or @IdempotencyKey, or put @Idempotent on a method"
                        + " that the resource calls.",
                member);
    }

    public static OncewardException responseWithoutType(String member) {
        return deploymentError(
                "0132",
                null,
                "@Idempotent resource method %s declares no exact media type, so its response can't be stored"
                        + " with the effects. Add @Produces without wildcards to the method or its class.",
                member);
    }

    public static OncewardException severalTenantResolvers(List<String> types) {
        return deploymentError(
                "0203",
                null,
                "The application has several beans that implement TenantResolver: %s. Keep one of them, or"
                        + " make one an alternative with a priority.",
                String.join(", ", types));
    }
}
