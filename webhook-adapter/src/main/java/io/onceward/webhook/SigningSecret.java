// SPDX-License-Identifier: Apache-2.0
package io.onceward.webhook;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A secret of Standard Webhooks: {@code whsec_} and 24 to 64 bytes in Base64. It signs with HMAC-SHA256 (version {@code v1}).
 * No exception and no text contains the secret. Immutable.
 */
final class SigningSecret {

    static final String FORM =
            "whsec_ and 24 to 64 random bytes in Base64, or two such secrets with a space between them";

    private static final String PREFIX = "whsec_";

    private static final int MIN_BYTES = 24;

    private static final int MAX_BYTES = 64;

    private static final int MAX_SECRETS = 2;

    private static final String ALGORITHM = "HmacSHA256";

    private final SecretKeySpec key;

    private SigningSecret(byte[] bytes) {
        key = new SecretKeySpec(bytes, ALGORITHM);
    }

    /**
     * Reads one secret or two.
     *
     * @throws IllegalArgumentException with the reason
     */
    static List<SigningSecret> parse(String text) {
        List<SigningSecret> secrets = new ArrayList<>();
        for (String part : text.strip().split("[\\s,]+")) {
            secrets.add(one(part));
        }
        if (secrets.size() > MAX_SECRETS) {
            throw new IllegalArgumentException("there are more than two secrets");
        }
        return List.copyOf(secrets);
    }

    private static SigningSecret one(String text) {
        if (!text.startsWith(PREFIX)) {
            throw new IllegalArgumentException("a secret does not start with " + PREFIX);
        }
        byte[] bytes = decoded(text.substring(PREFIX.length()));
        if (bytes.length < MIN_BYTES || bytes.length > MAX_BYTES) {
            throw new IllegalArgumentException("a secret is not Base64 of 24 to 64 bytes");
        }
        return new SigningSecret(bytes);
    }

    /** Returns no bytes for a text that is not Base64. The decoder's exception quotes the text, so it is not passed on. */
    private static byte[] decoded(String base64) {
        try {
            return Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            return new byte[0];
        }
    }

    /** Returns the signature of a message, as it is in the header {@code webhook-signature}. */
    String sign(String id, String timestamp, byte[] body) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            mac.update((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
            return "v1," + Base64.getEncoder().encodeToString(mac.doFinal(body));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SigningSecret that && Arrays.equals(key.getEncoded(), that.key.getEncoded());
    }

    @Override
    public int hashCode() {
        return key.hashCode();
    }

    @Override
    public String toString() {
        return PREFIX + "…";
    }
}
