// SPDX-License-Identifier: Apache-2.0
package io.oncebox.cdi;

import io.oncebox.config.Connector;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.microprofile.config.ConfigProvider;
import org.eclipse.microprofile.config.spi.ConfigSource;

/**
 * Tells a server's Reactive Messaging that the channels of Oncebox are none of its: {@code enabled=false} for each of them.
 * Otherwise it demands a connector called oncebox, and something of its own that sends to it.
 */
public final class OwnChannelsSource implements ConfigSource {

    private static final Pattern ENABLED = Pattern.compile("(mp\\.messaging\\.(?:outgoing|incoming)\\..+\\.)enabled");

    /** Called by MicroProfile Config. */
    public OwnChannelsSource() {}

    /** Less than any other source. */
    @Override
    public int getOrdinal() {
        return Integer.MIN_VALUE;
    }

    /** None: it only answers. */
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
        return "Oncebox channels";
    }
}
