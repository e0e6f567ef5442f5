// SPDX-License-Identifier: Apache-2.0
package io.onceward.config;

import java.util.Optional;

/** The connectors that make a channel Onceward's: {@code onceward}, and {@code onceward-<scheme>} for one adapter. */
public final class Connector {

    /** The connector that leaves the adapter open. */
    public static final String NAME = "onceward";

    private static final String PREFIX = NAME + "-";

    private Connector() {}

    /** Returns whether channels with this connector belong to Onceward. */
    public static boolean isOurs(String connector) {
        return connector.equals(NAME) || connector.startsWith(PREFIX);
    }

    /** Returns the connector for one adapter. */
    public static String of(String scheme) {
        return PREFIX + scheme;
    }

    /** Returns the scheme of the adapter that the connector names, if it names one. */
    public static Optional<String> scheme(String connector) {
        return connector.startsWith(PREFIX) ? Optional.of(connector.substring(PREFIX.length())) : Optional.empty();
    }
}
