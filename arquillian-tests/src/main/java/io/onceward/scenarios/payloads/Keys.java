// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.payloads;

import io.onceward.api.PayloadKeys;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/** The only key. */
@ApplicationScoped
public class Keys implements PayloadKeys {

    @Override
    public String currentId() {
        return "one";
    }

    @Override
    public Optional<SecretKey> key(String id) {
        return id.equals("one")
                ? Optional.of(new SecretKeySpec("sixteen letters!".getBytes(StandardCharsets.UTF_8), "AES"))
                : Optional.empty();
    }
}
