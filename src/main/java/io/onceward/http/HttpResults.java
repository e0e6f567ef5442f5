// SPDX-License-Identifier: Apache-2.0
package io.onceward.http;

import io.onceward.inbox.ClaimStore;
import io.onceward.inbox.ResultPolicy;
import io.onceward.inbox.StoredResult;
import jakarta.json.JsonArray;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonReader;
import jakarta.json.JsonString;
import jakarta.json.spi.JsonProvider;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.StringReader;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Keeps the response to the first request, and returns it to repeated requests. */
public final class HttpResults implements ResultPolicy {

    /** What the entity decides anew, what belongs to one connection or one sending, and cookies, which may be a session's secret. */
    private static final Set<String> NOT_STORED = Set.of(
            "content-type",
            "content-length",
            "content-encoding",
            "transfer-encoding",
            "connection",
            "keep-alive",
            "trailer",
            "upgrade",
            "date",
            "set-cookie");

    private static final JsonProvider JSON = JsonProvider.provider();

    private final Exchange exchange;
    private final ResponseWriter writer;

    /** @param exchange an {@link Exchange}; an object, because callers may run without the classes of Jakarta REST */
    public HttpResults(Object exchange, ResponseWriter writer) {
        this.exchange = (Exchange) exchange;
        this.writer = writer;
        this.exchange.intercept();
    }

    /** Returns what identifies the request. */
    public static String key(Object exchange) {
        return ((Exchange) exchange).key();
    }

    @Override
    public boolean claim(ClaimStore store, String handler, String id) {
        return store.tryClaim(handler, id);
    }

    @Override
    public Object first(ClaimStore store, String handler, String id, Object returned) throws Exception {
        ResponseWriter.Written written = writer.write(exchange, returned);
        Exchange.Entity entity = written.entity();
        store.keep(
                handler,
                id,
                new StoredResult(
                        exchange.fingerprint(),
                        written.status(),
                        json(written.headers()),
                        entity == null ? null : entity.type().toString(),
                        entity == null ? null : entity.content()));
        exchange.send(entity);
        return returned;
    }

    @Override
    public Object repeated(ClaimStore store, String handler, String id) {
        StoredResult stored = store.result(handler, id)
                .orElseThrow(() -> new Answer(Problem.of(409, "Conflict", HttpErrors.requestInProgress())
                        .header(HttpHeaders.RETRY_AFTER, 1)
                        .build()));
        if (!exchange.fingerprint().equals(stored.fingerprint())) {
            throw new Answer(Problem.of(422, "Unprocessable Content", HttpErrors.otherRequest())
                    .build());
        }
        throw new Answer(response(stored));
    }

    private static Response response(StoredResult stored) {
        Response.ResponseBuilder response = Response.status(stored.status());
        try (JsonReader reader = JSON.createReader(new StringReader(stored.headers()))) {
            JsonObject headers = reader.readObject();
            headers.forEach((name, values) -> ((JsonArray) values)
                    .getValuesAs(JsonString.class)
                    .forEach(value -> response.header(name, value.getString())));
        }
        if (stored.content() != null) {
            response.type(MediaType.valueOf(stored.contentType())).entity(stored.content());
        }
        return response.build();
    }

    private static String json(Map<String, List<String>> headers) {
        JsonObjectBuilder object = JSON.createObjectBuilder();
        headers.forEach((name, values) -> {
            if (!NOT_STORED.contains(name.toLowerCase(java.util.Locale.ROOT))) {
                JsonArrayBuilder array = JSON.createArrayBuilder();
                values.forEach(array::add);
                object.add(name, array);
            }
        });
        return object.build().toString();
    }
}
