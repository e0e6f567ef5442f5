// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The example as the README shows it. */
class OrdersExampleIT {

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private static RunningLauncher launcher;
    private static String orders;

    @BeforeAll
    static void start() throws Exception {
        String port = LauncherIT.freePort();
        launcher = RunningLauncher.start(port, LauncherIT.freePort());
        orders = "http://localhost:" + port + "/orders";
        launcher.awaitOutput("3/3 ready");
        assertThat(launcher.output()).contains("curl", orders);
    }

    @AfterAll
    static void stopLeavesNoProcess() throws Exception {
        try (RunningLauncher running = launcher) {
            List<ProcessHandle> children = running.children();
            assertThat(children).hasSize(2);
            running.terminate();
            running.awaitExit();
            assertThat(running.output()).contains("Server and broker are stopped.");
            RunningLauncher.awaitEnd(children);
        }
    }

    @Test
    void placedOrderIsBilledOnce() throws Exception {
        String order = place("book", "19.90");
        assertBilledOnce(order);
        assertThat(get(order)).contains("\"item\":\"book\"", "\"total\":19.90");
    }

    @Test
    void redeliveryReachesTheInboxButNotTheBean() throws Exception {
        String order = place("lamp", "49.00");
        assertBilledOnce(order);

        HttpResponse<String> again = post(order + "/redeliver", "");
        assertThat(again.statusCode()).isEqualTo(202);
        String eventId = again.body().replaceAll(".*\"eventId\":\"([^\"]+)\".*", "$1");
        launcher.awaitOutput("Duplicate of message '" + eventId + "' dropped before handler 'billing'");

        assertBilledOnce(order);
    }

    @Test
    void failedBillingIsRepeatedAndBillsOnce() throws Exception {
        String order = place("piano", "4200");
        launcher.awaitOutput("order " + id(order) + " is large");
        assertBilledOnce(order);
    }

    @Test
    void invalidOrderIsRefusedWithAReason() throws Exception {
        HttpResponse<String> response = post(orders, "{\"item\":\" \",\"total\":\"0\"}");
        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.body()).contains("item must not be blank", "total must be");
        assertThat(post(orders, "{\"item\":").statusCode()).isEqualTo(400);
        assertThat(post(orders + "/999999/redeliver", "").statusCode()).isEqualTo(404);
    }

    @Test
    void pageIsServed() throws Exception {
        assertThat(get(orders.replace("/orders", "/"))).contains("<title>");
    }

    private static String place(String item, String total) throws Exception {
        HttpResponse<String> response = post(orders, "{\"item\":\"" + item + "\",\"total\":\"" + total + "\"}");
        assertThat(response.statusCode()).isEqualTo(201);
        return response.headers().firstValue("Location").orElseThrow();
    }

    private static void assertBilledOnce(String order) throws Exception {
        launcher.awaitOutput("Order " + id(order) + " billed");
        RunningLauncher.await(Duration.ofMinutes(1), () -> !get(order).contains("\"invoices\":0"));
        assertThat(get(order)).contains("\"invoices\":1");
    }

    private static String id(String order) {
        return order.substring(order.lastIndexOf('/') + 1);
    }

    private static String get(String uri) throws Exception {
        return HTTP.send(HttpRequest.newBuilder(URI.create(uri)).build(), BodyHandlers.ofString())
                .body();
    }

    private static HttpResponse<String> post(String uri, String json) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(uri))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(json))
                .build();
        return HTTP.send(request, BodyHandlers.ofString());
    }
}
