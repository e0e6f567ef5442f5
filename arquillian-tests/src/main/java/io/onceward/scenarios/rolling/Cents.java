// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.rolling;

import io.onceward.api.Upcaster;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonValue;

/** Converts the first version of the event to the second one. */
@ApplicationScoped
public class Cents implements Upcaster {

    @Override
    public String type() {
        return "Price";
    }

    @Override
    public int fromVersion() {
        return 1;
    }

    @Override
    public JsonValue upcast(JsonValue payload) {
        JsonObject price = payload.asJsonObject();
        return Json.createObjectBuilder(price)
                .add("cents", price.getInt("price") * 100)
                .remove("price")
                .build();
    }
}
