// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.config.OncewardConfig;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OwnershipTest {

    private static final Map<String, String> CONFIGURATION = Map.of(
            "mp.messaging.outgoing.ours.connector", "onceward",
            "mp.messaging.outgoing.adapters.connector", "onceward-memory",
            "mp.messaging.outgoing.alike.connector", "oncewards",
            "mp.messaging.outgoing.theirs.connector", "smallrye-kafka");

    @Test
    void incomingChannelOfAnAdapterIsOurs() {
        var values = Map.of("mp.messaging.incoming.orders.connector", "onceward-memory");
        var config = new OncewardConfig(values.keySet(), name -> Optional.ofNullable(values.get(name)));
        assertThat(new Ownership(config, true).ownsIncoming("orders")).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        // channel, server has Reactive Messaging, only an application can call it, belongs to Onceward
        "ours,    true,  false, true",
        "ours,    false, true,  true",
        "adapters, true, false, true",
        "alike,   true,  false, false",
        "theirs,  true,  true,  false",
        "theirs,  false, true,  false",
        "unnamed, false, false, true",
        "unnamed, true,  true,  true",
        "unnamed, true,  false, false"
    })
    void channelBelongsToWhomTheRulesSay(String channel, boolean server, boolean callable, boolean ours) {
        var config = new OncewardConfig(CONFIGURATION.keySet(), name -> Optional.ofNullable(CONFIGURATION.get(name)));
        assertThat(new Ownership(config, server).owns(channel, callable)).isEqualTo(ours);
    }

    @ParameterizedTest
    @CsvSource({
        "ours, true, true",
        "theirs, true, false",
        "theirs, false, true",
        "unnamed, true, false",
        "unnamed, false, true"
    })
    void emittersBelongToTheServerOnlyIfItHasThem(String channel, boolean server, boolean ours) {
        var config = new OncewardConfig(CONFIGURATION.keySet(), name -> Optional.ofNullable(CONFIGURATION.get(name)));
        assertThat(new Ownership(config, server).ownsEmitter(channel)).isEqualTo(ours);
    }
}
