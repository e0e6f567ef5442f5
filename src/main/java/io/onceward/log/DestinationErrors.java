// SPDX-License-Identifier: Apache-2.0
package io.onceward.log;

import static io.onceward.log.Coded.deploymentError;

import io.onceward.api.OncewardException;

/** Errors of channels with several destinations. */
public final class DestinationErrors {

    private DestinationErrors() {}

    /** @param destinations the complete key of the list of destinations */
    public static OncewardException both(String channel, String destination, String destinations) {
        return deploymentError(
                "0300",
                null,
                "Channel '%s' has both %s and %s. Remove one of them.",
                channel,
                destination,
                destinations);
    }

    /** @param why the reason, and what to write instead */
    public static OncewardException illegalEntry(String key, String entry, String why) {
        return deploymentError("0301", null, "%s has an illegal entry '%s': %s.", key, UserInfo.hidden(entry), why);
    }

    public static OncewardException sameName(String key, String name, String one, String other) {
        return deploymentError(
                "0302",
                null,
                "%s has two destinations with the name '%s': %s and %s. Put a name and '=' before one of them, such as %s=%s.",
                key,
                name,
                UserInfo.hidden(one),
                UserInfo.hidden(other),
                name + "-2",
                UserInfo.hidden(other));
    }

    public static OncewardException sameDestination(String key, String one, String other, String destination) {
        return deploymentError(
                "0303",
                null,
                "%s: '%s' and '%s' are the same destination, %s. Remove one of them.",
                key,
                one,
                other,
                UserInfo.hidden(destination));
    }

    public static OncewardException nameOfDestination(String channel, String key) {
        return deploymentError(
                "0304",
                null,
                "Channel '%s' has the name of a queue: %s has a destination with this queue. Rename the channel or the"
                        + " destination.",
                channel,
                key);
    }
}
