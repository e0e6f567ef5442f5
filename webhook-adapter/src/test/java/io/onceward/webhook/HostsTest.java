// SPDX-License-Identifier: Apache-2.0
package io.onceward.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class HostsTest {

    private final Hosts hosts = new Hosts(1, 0);

    /** Another writer may fill the column destination with hosts of an allowed domain. */
    @Test
    void hostsAreBoundedAndThoseInUseRemain() throws Exception {
        Host inUse = hosts.get("webhook used.example:443");
        assertThat(inUse.begin(System.nanoTime() + Duration.ofMinutes(1).toNanos()))
                .isTrue();
        for (int i = 0; i < 3 * Hosts.MAX; i++) {
            hosts.get("webhook h" + i + ".example:443");
        }
        assertThat(hosts.size()).isEqualTo(Hosts.MAX);
        assertThat(hosts.get("webhook used.example:443")).isSameAs(inUse);
    }
}
