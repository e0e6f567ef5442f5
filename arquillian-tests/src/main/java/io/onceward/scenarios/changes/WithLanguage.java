// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.changes;

import io.onceward.api.Upcaster;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.json.Json;
import jakarta.json.JsonValue;

/** Converts calls of the first version of the durable method. */
@ApplicationScoped
public class WithLanguage implements Upcaster {

    @Override
    public String type() {
        return "call:" + Announcer.NAME;
    }

    @Override
    public int fromVersion() {
        return 1;
    }

    @Override
    public JsonValue upcast(JsonValue arguments) {
        return Json.createArrayBuilder(arguments.asJsonArray()).add(0, "en").build();
    }
}
