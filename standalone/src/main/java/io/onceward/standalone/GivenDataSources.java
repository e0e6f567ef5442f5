// SPDX-License-Identifier: Apache-2.0
package io.onceward.standalone;

import io.onceward.config.Key;
import io.onceward.config.OncewardConfig;
import io.onceward.jdbc.DataSourceAccess;
import io.onceward.log.StandaloneErrors;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;

/** The datasources of the builder. */
record GivenDataSources(Map<String, DataSource> byName, OncewardConfig config) implements DataSourceAccess {

    @Override
    public int priority() {
        return 0;
    }

    @Override
    public Optional<DataSource> find(String name) {
        DataSource given = byName.get(name);
        if (given == null) {
            throw StandaloneErrors.unknownResource("datasource", name, keyWith(name), byName.keySet());
        }
        return Optional.of(given);
    }

    /** Returns a key that has the name of a datasource as its value. */
    private String keyWith(String name) {
        if (name.equals(config.datasource())) {
            return Key.DATASOURCE.text();
        }
        return config.names().allChannels().stream()
                .filter(channel -> name.equals(config.channel(channel).datasource()))
                .findFirst()
                .map(Key.CHANNEL_DATASOURCE::text)
                .orElseGet(Key.INBOX_DATASOURCE::text);
    }
}
