// SPDX-License-Identifier: Apache-2.0
package io.oncebox.broker;

import io.oncebox.api.OnceboxException;
import io.oncebox.config.OnceboxConfig;
import io.oncebox.log.DeploymentErrors;
import io.oncebox.spi.BrokerAdapter;
import io.oncebox.spi.ChannelSettings;
import io.oncebox.spi.Setting;
import io.oncebox.spi.Setting.Scope;
import io.oncebox.spi.Settings;
import java.util.Optional;

/**
 * The settings of an adapter, read from the configuration.
 *
 * @param scope the channel's direction, or {@link Scope#GLOBAL}
 * @param channel {@code null} if they are for all channels
 */
record ConfiguredSettings(OnceboxConfig config, BrokerAdapter adapter, Scope scope, String channel)
        implements ChannelSettings {

    static Settings global(OnceboxConfig config, BrokerAdapter adapter) {
        return new ConfiguredSettings(config, adapter, Scope.GLOBAL, null);
    }

    @Override
    public Optional<String> value(String setting) {
        return own(setting).or(() -> global(setting)).or(() -> defaultOf(declared(scope, setting)));
    }

    private Optional<String> own(String setting) {
        Optional<String> configured = config.value(key(setting));
        return setting.equals(DESTINATION) ? configured.flatMap(this::withoutScheme) : configured;
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
        return scope.prefix() + (channel == null ? "" : channel + ".") + setting;
    }

    @Override
    public OnceboxException illegalValue(String setting, String expected) {
        return DeploymentErrors.illegalValue(key(setting), value(setting).orElse(""), expected);
    }
}
