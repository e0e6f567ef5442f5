// SPDX-License-Identifier: Apache-2.0
package io.onceward.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SigningSecretTest {

    private static final String OTHER = "whsec_" + Base64.getEncoder().encodeToString(new byte[32]);

    @TempDir
    private Path folder;

    /** The example of the libraries of Standard Webhooks. */
    @Test
    void signatureIsThatOfStandardWebhooks() {
        String signature = SigningSecret.parse(Webhooks.SECRET)
                .get(0)
                .sign(
                        "msg_p5jXN8AQM9LWM0D4loKWxJek",
                        "1614265330",
                        "{\"test\": 2432232314}".getBytes(StandardCharsets.UTF_8));
        assertThat(signature).isEqualTo("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    @ParameterizedTest
    @ValueSource(strings = {" ", ", ", "\n"})
    void twoSecretsAreRead(String separator) {
        assertThat(SigningSecret.parse(Webhooks.SECRET + separator + OTHER + "\n"))
                .containsExactly(
                        SigningSecret.parse(Webhooks.SECRET).get(0),
                        SigningSecret.parse(OTHER).get(0));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "s3cretS3cretS3cretS3cretS3cretS3cret",
                "whsec_",
                "whsec_s3cret",
                "whsec_s3cret!s3cret!s3cret!s3cret!s3cret",
                "whsec_czNjcmV0czNjcmV0czNjcmV0czM="
            })
    void otherTextIsRefusedAndNotQuoted(String text) {
        assertThatThrownBy(() -> SigningSecret.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasNoCause()
                .message()
                .doesNotContain("s3cret", "czNj");
    }

    @Test
    void threeSecretsAreRefused() {
        assertThatThrownBy(() -> SigningSecret.parse(OTHER + " " + OTHER + " " + OTHER))
                .hasMessage("there are more than two secrets");
        assertThat(SigningSecret.parse(OTHER).get(0)).hasToString("whsec_…");
    }

    @Test
    void fileIsReadForEachRequest() throws Exception {
        Path file = Files.writeString(folder.resolve("secret"), OTHER + "\n");
        SigningSecrets secrets = SigningSecrets.at(file);
        assertThat(secrets.of("a.example")).isEqualTo(SigningSecret.parse(OTHER));
        Files.writeString(file, Webhooks.SECRET);
        assertThat(secrets.of("a.example")).isEqualTo(SigningSecret.parse(Webhooks.SECRET));
    }

    @Test
    void folderHasAFileForEachHost() throws Exception {
        Files.writeString(folder.resolve("a.example"), OTHER);
        SigningSecrets secrets = SigningSecrets.at(folder);
        assertThat(secrets.of("a.example"))
                .isEqualTo(List.of(SigningSecret.parse(OTHER).get(0)));
        assertThatThrownBy(() -> secrets.of("b.example"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("b.example");
    }

    @Test
    void largeFileIsRefused() throws Exception {
        Path file = Files.writeString(folder.resolve("secret"), "x".repeat(SigningSecrets.MAX_BYTES + 1));
        assertThatThrownBy(() -> SigningSecrets.at(file).of("a.example"))
                .hasMessageContaining("larger than 4096 bytes");
    }
}
