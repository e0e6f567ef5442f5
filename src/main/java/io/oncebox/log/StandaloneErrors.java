// SPDX-License-Identifier: Apache-2.0
package io.oncebox.log;

import static io.oncebox.log.Coded.error;

import io.oncebox.api.OnceboxException;
import java.util.Collection;

/** What a plain JVM was not given. */
public final class StandaloneErrors {

    private StandaloneErrors() {}

    public static OnceboxException notGiven(String what) {
        return error("0070", null, "Oncebox in a plain JVM needs a %s. Give it to the builder.", what);
    }

    public static OnceboxException unknownResource(String what, String name, String key, Collection<String> known) {
        return error(
                "0071",
                null,
                "Oncebox was given no %s named '%s'; it has %s. Give it one of this name, or set %s to one that it has.",
                what,
                name,
                String.join(", ", known),
                key);
    }

    public static OnceboxException namedDestination(String channel, String name, String key) {
        return error(
                "0072",
                null,
                "The destination of channel '%s' is the JNDI name '%s', which a plain JVM cannot look up. Set %s to"
                        + " queue:NAME or topic:NAME for a name in the broker.",
                channel,
                name,
                key);
    }

    public static OnceboxException illegalHandlerName(String name, int max) {
        return error("0073", null, "'%s' is no name of a handler. Give it one of 1 to %s characters.", name, max);
    }
}
