// SPDX-License-Identifier: Apache-2.0
package io.onceward.broker;

import io.onceward.api.OncewardException;
import io.onceward.config.ChannelDestination;
import io.onceward.config.ConfigErrors;
import io.onceward.config.Key;
import io.onceward.config.OncewardConfig;
import io.onceward.spi.BrokerAdapter;
import io.onceward.spi.ChannelSettings;
import io.onceward.spi.Setting;
import io.onceward.spi.Setting.Scope;
import io.onceward.spi.Settings;
import java.util.Optional;

/**
 * The settings of an adapter, read from the configuration.
 *
 * @param scope the channel's direction, or {@link Scope#GLOBAL}
 * @param channel the name of the channel or of the queue of the destination; {@code null} if they are for all channels
 * @param destination the destination whose settings they are, of the several of its channel; {@code null} if there is none
 */
record ConfiguredSettings(
        OncewardConfig config, BrokerAdapter adapter, Scope scope, String channel, ChannelDestination destination)
        implements ChannelSettings {

    static Settings global(OncewardConfig config, BrokerAdapter adapter) {
        return new ConfiguredSettings(config, adapter, Scope.GLOBAL, null, null);
    }

    @Override
    public Optional<String> value(String setting) {
        return own(setting).or(() -> global(setting)).or(() -> defaultOf(declared(scope, setting)));
    }

    private Optional<String> own(String setting) {
        if (!setting.equals(DESTINATION)) {
            return config.value(key(setting));
        }
        Optional<String> configured =
                destination == null ? config.value(key(setting)) : Optional.of(destination.text());
        return configured.flatMap(this::withoutScheme);
    }

    private Optional<String> withoutScheme(String destination) {
        String scheme = adapter.scheme() + ":";
        return Optional.of(destination.startsWith(scheme) ? destination.substring(scheme.length()) : destination)
                .filter(name -> !name.isBlank());
    }

    private Optional<String> global(String setting) {
        Optional<Setting> declared = declared(Scope.GLOBAL, setting);
        return declared.flatMap(global -> config.value(Scope.GLOBAL.prefix() + setting))
                .or(() -> defaultOf(declared));
    }

    private static Optional<String> defaultOf(Optional<Setting> declared) {
        return declared.map(Setting::defaultValue).filter(value -> !value.isEmpty());
    }

    private Optional<Setting> declared(Scope where, String setting) {
        return adapter.settings().stream()
                .filter(declared -> declared.scope() == where && declared.name().equals(setting))
                .findFirst();
    }

    @Override
    public String key(String setting) {
        if (declared(scope, setting).isEmpty()) {
            throw new IllegalArgumentException(
                    "The adapter for " + adapter.scheme() + " declares no setting " + setting + " (" + scope + ")");
        }
        if (destination != null && setting.equals(DESTINATION)) {
            return Key.CHANNEL_DESTINATIONS.text(destination.channel());
        }
        return scope.prefix() + (channel == null ? "" : channel + ".") + setting;
    }

    @Override
    public OncewardException illegalValue(String setting, String expected) {
        return ConfigErrors.illegalValue(key(setting), value(setting).orElse(""), expected);
    }
}
