// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.application;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.scenarios.fixture.Fixtures;
import io.onceward.scenarios.fixture.Http;
import io.onceward.scenarios.fixture.ReadyForServers;
import io.onceward.scenarios.selection.SameInFamily;
import io.onceward.scenarios.support.Await;
import java.io.File;
import java.net.URI;
import java.net.URL;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.stream.IntStream;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.importer.ZipImporter;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The application of the server pages, as its module builds it: with JPA on the default datasource, and the default broker. */
@ExtendWith(ArquillianExtension.class)
@SameInFamily
@ReadyForServers
class ApplicationScenario {

    /** Orders that are placed once, after the repeated one. */
    private static final int OTHERS = 10;

    @ArquillianResource
    private URL base;

    @Deployment(testable = false)
    static WebArchive shop() {
        return ShrinkWrap.create(ZipImporter.class, "shop.war")
                .importFrom(new File(Fixtures.required("onceward.shop.war")))
                .as(WebArchive.class);
    }

    @Test
    void orderWhoseEventIsPublishedAgainHasOneInvoice() {
        URI orders = URI.create(base.toString()).resolve("orders");
        Await.until("the first order", () -> isPlaced(orders, 0));
        for (int repetition = 0; repetition < OTHERS; repetition++) {
            assertThat(isPlaced(orders, 0)).isTrue();
        }
        IntStream.rangeClosed(1, OTHERS)
                .forEach(order -> assertThat(isPlaced(orders, order)).isTrue());

        Await.until("invoices for all orders", () -> IntStream.rangeClosed(0, OTHERS)
                .noneMatch(order -> invoices(orders, order).endsWith(" 0")));
        IntStream.rangeClosed(0, OTHERS)
                .forEach(order -> assertThat(invoices(orders, order)).isEqualTo("200 order " + order + ": invoices 1"));
    }

    private static boolean isPlaced(URI orders, int order) {
        HttpResponse<String> answer = Http.send(HttpRequest.newBuilder(URI.create(orders + "?total=19.90&id=" + order))
                .POST(BodyPublishers.noBody()));
        return answer.statusCode() == 200;
    }

    private static String invoices(URI orders, int order) {
        return Http.get(URI.create(orders + "?id=" + order));
    }
}
