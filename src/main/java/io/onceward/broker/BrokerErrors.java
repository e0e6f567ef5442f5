// SPDX-License-Identifier: Apache-2.0
package io.onceward.broker;

import static io.onceward.log.Coded.deploymentError;

import io.onceward.api.OncewardException;
import io.onceward.log.Causes;
import io.onceward.log.UserInfo;
import java.util.Collection;

/** Errors of the choice between broker adapters. */
public final class BrokerErrors {

    private BrokerErrors() {}

    /** @param schemes the schemes of the application's adapters */
    static OncewardException unknown(String key, String value, Collection<String> schemes) {
        return deploymentError(
                "0170",
                null,
                "%s=%s names a broker adapter that is not in the application. The application has"
                        + " adapters for: %s. Add the JAR of the adapter, or name one of these.",
                key,
                value,
                String.join(", ", schemes));
    }

    /**
     * @param schemes the schemes of the application's adapters
     * @param key the key that names the adapter of the channel
     * @param example a value of it
     */
    static OncewardException ambiguous(String channel, Collection<String> schemes, String key, String example) {
        return deploymentError(
                "0171",
                null,
                "Channel '%s' names no broker adapter, and the application has several: %s. Set"
                        + " %s=%s for this channel, or set onceward.broker for all channels that name none.",
                channel,
                String.join(", ", schemes),
                key,
                example);
    }

    public static OncewardException contradiction(
            String channel, String connectorKey, String connector, String destinationKey, String destination) {
        return deploymentError(
                "0172",
                null,
                "Channel '%s' names two broker adapters: %s=%s and %s=%s. Name one of them.",
                channel,
                connectorKey,
                connector,
                destinationKey,
                UserInfo.hidden(destination));
    }

    static OncewardException notLoaded(Throwable cause) {
        return deploymentError(
                "0173",
                cause,
                "Onceward can't load a broker adapter: %s. Add the libraries that the adapter needs, and keep one copy of each"
                        + " Onceward JAR in the application.",
                Causes.rootMessage(cause));
    }

    static OncewardException none() {
        return deploymentError(
                "0174",
                null,
                "The application has no broker adapter, so Onceward can neither publish nor receive."
                        + " Add the JAR of a broker adapter to the application.");
    }

    public static OncewardException missingFeature(String feature, String hint, Throwable cause) {
        return deploymentError(
                "0013",
                cause,
                "Onceward needs %s, which is missing. Enable the feature in the server, or add the library to the"
                        + " application. %s.",
                feature,
                hint);
    }

    static OncewardException twoAdapters(String scheme, String one, String other) {
        return deploymentError(
                "0017",
                null,
                "Two broker adapters have the scheme %s: %s and %s. Keep one of them in the application.",
                scheme,
                one,
                other);
    }
}
