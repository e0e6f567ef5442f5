// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.deployment;

import io.onceward.config.Connector;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.microprofile.config.ConfigProvider;
import org.eclipse.microprofile.config.spi.ConfigSource;

/**
 * A configuration source that disables the channels of Onceward for the server's own Reactive Messaging, by
 * {@code enabled=false}. Otherwise the server demands a connector called onceward.
 */
public final class OwnChannelsSource implements ConfigSource {

    private static final Pattern ENABLED = Pattern.compile("(mp\\.messaging\\.(?:outgoing|incoming)\\..+\\.)enabled");

    /** Called by MicroProfile Config. */
    public OwnChannelsSource() {}

    /** Returns an ordinal below all other sources. */
    @Override
    public int getOrdinal() {
        return Integer.MIN_VALUE;
    }

    /** Returns no names: the source only answers queries. */
    @Override
    public Set<String> getPropertyNames() {
        return Set.of();
    }

    @Override
    public String getValue(String name) {
        Matcher channel = ENABLED.matcher(name);
        return channel.matches() && isOurs(channel.group(1)) ? "false" : null;
    }

    private static boolean isOurs(String prefix) {
        return ConfigProvider.getConfig()
                .getOptionalValue(prefix + "connector", String.class)
                .filter(Connector::isOurs)
                .isPresent();
    }

    @Override
    public String getName() {
        return "Onceward channels";
    }
}
