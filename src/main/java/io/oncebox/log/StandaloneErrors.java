// SPDX-License-Identifier: Apache-2.0
package io.oncebox.log;

import static io.oncebox.log.Coded.callError;
import static io.oncebox.log.Coded.deploymentError;

import io.oncebox.api.OnceboxException;
import java.util.Collection;

/** Errors of the builder in a plain JVM. */
public final class StandaloneErrors {

    private StandaloneErrors() {}

    public static OnceboxException notGiven(String what) {
        return deploymentError("0070", null, "Oncebox in a plain JVM needs a %s. Pass it to the builder.", what);
    }

    public static OnceboxException unknownResource(String what, String name, String key, Collection<String> known) {
        return deploymentError(
                "0071",
                null,
                "No %s has the name '%s'; the builder has %s. Pass one of this name to the builder, or set %s to"
                        + " a name that the builder has.",
                what,
                name,
                String.join(", ", known),
                key);
    }

    public static OnceboxException illegalHandlerName(String name, int max) {
        return callError(
                "0073",
                null,
                "'%s' is not a valid handler name. Use 1 to %s characters that are not all blank.",
                name,
                max);
    }
}
