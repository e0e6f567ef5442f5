// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.beanarchive;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.scenarios.Deployments;
import io.onceward.scenarios.fixture.Http;
import io.onceward.scenarios.fixture.ServerUnderTest;
import io.onceward.scenarios.selection.AnyMessaging;
import io.onceward.scenarios.selection.OnlyInFull;
import jakarta.enterprise.inject.spi.Extension;
import java.util.UUID;
import org.jboss.shrinkwrap.api.asset.EmptyAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;

/**
 * An application with a CDI extension of its own. Without {@code beans.xml} its EJB would run without interceptors, so the
 * deployment is refused.
 */
@AnyMessaging
@OnlyInFull
class BeanArchiveScenario {

    @Test
    void anEnterpriseBeanInNoBeanArchiveIsRefused() {
        WebArchive sound = application("sound").addAsWebInfResource(EmptyAsset.INSTANCE, "beans.xml");
        // the refused one last: Payara Micro starts no other application after it
        try (ServerUnderTest.Run server = ServerUnderTest.current().start(sound, application("archive"))) {
            assertThat(server.deployed()).containsExactly("sound");
            assertThat(Http.whenStarted(
                            () -> Http.get(server.address("sound").resolve("twice?key=" + UUID.randomUUID()))))
                    .isEqualTo("200 1");
            assertThat(server.log())
                    .contains("OWD-0350: CDI has not examined " + Counting.class.getName())
                    .contains("WEB-INF/beans.xml");
        }
    }

    private static WebArchive application(String name) {
        return Deployments.configured(
                        Deployments.application(name, Counting.class, OwnExtension.class, Twice.class),
                        "onceward.schema=create",
                        "onceward.datasource=jdbc/postgresql",
                        "onceward.table-prefix=" + name + "_")
                .addAsServiceProvider(Extension.class, OwnExtension.class);
    }
}
