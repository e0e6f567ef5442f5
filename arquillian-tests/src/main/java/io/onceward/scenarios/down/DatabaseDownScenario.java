// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.down;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.api.OncewardException;
import io.onceward.scenarios.Deployments;
import io.onceward.scenarios.fixture.Door;
import io.onceward.scenarios.fixture.Fixtures;
import io.onceward.scenarios.fixture.Http;
import io.onceward.scenarios.fixture.ServerUnderTest;
import io.onceward.scenarios.selection.AnyMessaging;
import io.onceward.scenarios.selection.OnlyInFull;
import io.onceward.scenarios.support.Await;
import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import org.junit.jupiter.api.Test;

/**
 * A database that is down when the server starts fails no deployment. Onceward starts when the database is available.
 */
@AnyMessaging
@OnlyInFull
class DatabaseDownScenario {

    @Test
    void eventsAreRefusedUntilTheDatabaseIsUp() throws InterruptedException {
        Fixtures fixtures = Fixtures.current();
        try (Door database = new Door(fixtures.postgresPort());
                ServerUnderTest.Run server = ServerUnderTest.current()
                        .start(
                                fixtures.artemisPort(),
                                database.port(),
                                Deployments.configured(
                                        Deployments.application("patient", Recorder.class, Front.class),
                                        "onceward.datasource=jdbc/postgresql",
                                        "onceward.schema=create",
                                        "onceward.table-prefix=down_"))) {
            assertThat(server.deployed()).containsExactly("patient");
            URI record = server.address("patient").resolve("record");
            assertThat(Http.get(record)).contains("OWD-0050", "Onceward retries the start");
            Thread.sleep(3000); // some rounds of the timer
            assertThat(Http.get(record)).contains("OWD-0050");
            Await.until("OWD-1002 in the log", () -> server.log().contains("OWD-1002"));
            assertThat(server.log().lines().filter(line -> line.contains("OWD-1002")))
                    .as("logged once, not in every round")
                    .singleElement()
                    .asString()
                    .contains("OWD-0012", "'jdbc/postgresql'");

            database.open();

            assertThat(Http.whenStarted(() -> Http.get(record))).isEqualTo("200 recorded");
            Await.until("OWD-1001 in the log", () -> server.log()
                    .contains("OWD-1001: Outbox of datasource 'jdbc/postgresql'"));
            assertThat(server.log()).doesNotContain("OWD-1003");
        }
    }

    @WebServlet("/record")
    public static class Front extends HttpServlet {

        private static final long serialVersionUID = 1L;

        @Inject
        private transient Recorder recorder;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            String answer = "recorded";
            try {
                recorder.record();
            } catch (RuntimeException e) {
                answer = refusal(e);
            }
            response.getWriter().print(answer);
        }

        private static String refusal(RuntimeException e) {
            Throwable cause = e;
            while (cause != null && !(cause instanceof OncewardException)) {
                cause = cause.getCause();
            }
            return cause == null ? e.toString() : cause.getMessage();
        }
    }
}
