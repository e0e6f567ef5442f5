// SPDX-License-Identifier: Apache-2.0
package io.onceward.console;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** A client of the REST resource. */
record Client(URI console) {

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    /** @param user who logs in; {@code null} for none */
    HttpRequest.Builder as(String user, String path) {
        HttpRequest.Builder request = HttpRequest.newBuilder(console.resolve("api/" + path));
        return user == null ? request : request.header("Authorization", "Basic " + login(user));
    }

    private static String login(String user) {
        return Base64.getEncoder()
                .encodeToString((user + ":" + ConsoleServer.PASSWORD).getBytes(StandardCharsets.UTF_8));
    }

    HttpResponse<String> get(String user, String path) {
        return send(as(user, path));
    }

    HttpResponse<String> change(String user, String path, String body) {
        return send(as(user, path)
                .header("Content-Type", "application/json")
                .header(SameOrigin.HEADER, "1")
                .POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    static HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return HTTP.send(request.build(), BodyHandlers.ofString());
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
