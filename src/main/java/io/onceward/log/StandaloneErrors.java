// SPDX-License-Identifier: Apache-2.0
package io.onceward.log;

import static io.onceward.log.Coded.deploymentError;

import io.onceward.api.OncewardException;
import java.util.Collection;

/** Errors of the builder in a plain JVM. */
public final class StandaloneErrors {

    private StandaloneErrors() {}

    public static OncewardException unknownResource(String what, String name, String key, Collection<String> known) {
        return deploymentError(
                "0071",
                null,
                "The builder has no %s with the name '%s'. Names in the builder: %s. Pass a resource with this name"
                        + " to the builder, or set %s to an existing name.",
                what,
                name,
                known.isEmpty() ? "none" : String.join(", ", known),
                key);
    }
}
