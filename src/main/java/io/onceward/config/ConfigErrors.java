// SPDX-License-Identifier: Apache-2.0
package io.onceward.config;

import static io.onceward.log.Coded.deploymentError;

import io.onceward.api.OncewardException;
import io.onceward.log.UserInfo;

/** Errors of the configuration: keys, values, names and destinations. */
public final class ConfigErrors {

    private ConfigErrors() {}

    static OncewardException consoleWithoutRole() {
        return deploymentError(
                "0150",
                null,
                "The console is enabled, but no role may open it. Set onceward.console.role to a role of the"
                        + " application's users.");
    }

    static OncewardException editorsWithoutPayloads() {
        return deploymentError(
                "0157",
                null,
                "onceward.console.edit-role is set without onceward.console.payload-role, so no user could see a payload to edit. Set both.");
    }

    /** @param setting the key and its value, or the value alone */
    static OncewardException illegalJndiName(String setting) {
        return deploymentError(
                "0014",
                null,
                "%s is not a local JNDI name. Use a name such as jdbc/orders or"
                        + " java:jboss/datasources/orders. Names with a URL scheme are refused.",
                setting);
    }

    static OncewardException illegalIdentifier(String key, String value, int longest) {
        return deploymentError(
                "0005",
                null,
                "%s=%s is not a valid SQL identifier. Use at most %d letters, digits and underscores, starting"
                        + " with a letter.",
                key,
                value,
                longest);
    }

    static OncewardException unknownKey(String key, String nearest) {
        return deploymentError("0006", null, "Unknown configuration key %s. Did you mean %s?", key, nearest);
    }

    public static OncewardException illegalValue(String key, String value, String wanted) {
        return deploymentError("0007", null, "%s=%s is invalid. Use %s.", key, UserInfo.hidden(value), wanted);
    }

    static OncewardException noCloudEventsSource(String key, String value) {
        return deploymentError(
                "0033",
                null,
                "%s=%s turns events into CloudEvents, which need a source. Set onceward.cloudevents.source to a"
                        + " URI reference for this application, such as /shop or https://example.com/shop.",
                key,
                value);
    }

    /** @param destinations the complete key of the list of destinations */
    static OncewardException both(String channel, String destination, String destinations) {
        return deploymentError(
                "0300",
                null,
                "Channel '%s' has both %s and %s. Remove one of them.",
                channel,
                destination,
                destinations);
    }

    /** @param why the reason, and what to write instead */
    static OncewardException illegalEntry(String key, String entry, String why) {
        return deploymentError("0301", null, "%s has an illegal entry '%s': %s.", key, UserInfo.hidden(entry), why);
    }

    static OncewardException sameName(String key, String name, String one, String other) {
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
}
