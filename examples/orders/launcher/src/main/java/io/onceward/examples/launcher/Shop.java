// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples.launcher;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;

/** The application over HTTP. Safe for use by several threads. */
final class Shop {

    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final String ORDER = "{\"item\":\"book\",\"total\":\"19.90\"}";

    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
    private final String orders;

    /** @param orders the address of the orders */
    Shop(String orders) {
        this.orders = orders;
    }

    /**
     * Places an order. A call with the same key places no second one.
     *
     * @return whether the order is placed. If not, it may or may not be: call again
     */
    boolean place(String key) throws InterruptedException {
        HttpRequest.Builder request = request("/once")
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", "\"" + key + "\"")
                .POST(BodyPublishers.ofString(ORDER));
        return send(request).filter(answer -> answer.statusCode() == 201).isPresent();
    }

    /** Returns what the application counts in its database, or nothing if it does not answer. */
    Optional<Tally> tally() throws InterruptedException {
        return send(request("/tally"))
                .filter(answer -> answer.statusCode() == 200)
                .flatMap(answer -> Tally.parse(answer.body()));
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(orders + path)).timeout(TIMEOUT);
    }

    private Optional<HttpResponse<String>> send(HttpRequest.Builder request) throws InterruptedException {
        try {
            return Optional.of(http.send(request.build(), BodyHandlers.ofString()));
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
