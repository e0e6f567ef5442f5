// SPDX-License-Identifier: Apache-2.0
package io.onceward.api;

import jakarta.json.JsonValue;

/**
 * Converts the JSON payload of an event of one version to the next one, before a handler of the stored inbox gets it:
 *
 * <pre>{@code
 * @ApplicationScoped
 * public class TotalInCents implements Upcaster {          // OrderPlaced has @EventType(value = "OrderPlaced", version = 2)
 *     public String type() {
 *         return "OrderPlaced";
 *     }
 *
 *     public int fromVersion() {
 *         return 1;
 *     }
 *
 *     public JsonValue upcast(JsonValue payload) {
 *         JsonObject order = payload.asJsonObject();
 *         return Json.createObjectBuilder(order).add("cents", order.getInt("total") * 100).remove("total").build();
 *     }
 * }
 * }</pre>
 *
 * <p>For a durable method, the type is {@code call:} and the {@linkplain Durable#name name} of the method, the version is that of {@link
 * Durable#version}, and the payload is the JSON array of the arguments.
 *
 * <p>The implementation is a CDI bean in any archive of the application, or is given to the builder in a plain JVM. Several for one
 * type run one after the other, from the version of the event upwards. Thread-safe.
 *
 * @since 0.1
 */
public interface Upcaster {

    /** Returns the type of the events, or the queue of a durable method; always the same one. Not {@code null}. */
    String type();

    /** Returns the version that it converts to the next one, always the same one; at least 1. */
    int fromVersion();

    /**
     * Converts a payload. If it throws, the message is parked at once, as one that can't be decoded ({@code OWD-0093}).
     *
     * @param payload as the sender has encoded it; not {@code null}
     * @return the payload of the next version; not {@code null}
     */
    JsonValue upcast(JsonValue payload);
}
