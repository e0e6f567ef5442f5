// SPDX-License-Identifier: Apache-2.0
package io.onceward.cloudevents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonFormatTest {

    private static final String START = "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"/a\",\"type\":\"t\"";

    private final JsonFormat json = new JsonFormat();

    @Test
    void dataIsWrittenAsItsContentTypeRequires() {
        assertThat(written("application/json", "{\"a\": 1.10}")).endsWith(",\"data\":{\"a\": 1.10}}");
        assertThat(written("application/vnd.shop+json; v=1", "[1]")).endsWith(",\"data\":[1]}");
        assertThat(written("text/plain", "say \"ü\"\n")).endsWith(",\"data\":\"say \\\"ü\\\"\\n\"}");
        assertThat(written("application/octet-stream", "ab")).endsWith(",\"data_base64\":\"YWI=\"}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[1", "1 2", "{},\"id\":\"2\"", "x", "\"\u0001\""})
    void invalidJsonCannotBreakTheEnvelope(String data) {
        assertThat(written("application/json", data)).contains("data_base64");
        assertThat(read(written("application/json", data)).data()).isEqualTo(bytes(data));
    }

    @Test
    void binaryDataIsEncodedInBase64() {
        byte[] bytes = {(byte) 0xC3, 0x28};
        CloudEvent event = new CloudEvent(Map.of("datacontenttype", "text/plain"), bytes);
        assertThat(new String(json.write(event), StandardCharsets.UTF_8)).contains("\"data_base64\":\"wyg=\"");
    }

    @Test
    void attributesKeepTheirCharacters() {
        String nasty = "\"\\\u2028ü\uD83D\uDE00</script>";
        Map<String, String> attributes = Map.of(
                "specversion", "1.0", "id", nasty, "source", "/a", "type", nasty, "datacontenttype", "text/plain");
        assertThat(json.read(json.write(new CloudEvent(attributes, bytes("x")))).attributes())
                .isEqualTo(attributes);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`\"data\":{\"a\":[1.10,\"\\\\\"]}` | application/json | `{\"a\":[1.10,\"\\\\\"]}`",
                "`\"data\":null` | application/json | null",
                "`\"data\":\"{}\"` | application/json | `\"{}\"`",
                "`\"data\":\"\\uD800\"` | application/json | `\"\\ud800\"`",
                "`\"data\":\"ü\",\"datacontenttype\":\"text/plain\"` | text/plain | ü",
                "`\"data_base64\":\"YWI=\"` | application/octet-stream | ab",
                "`\"data_base64\":null,\"data\":5` | application/json | 5",
                "`\"n\":7,\"no\":null,\"b\":true` | application/json | ``"
            })
    void dataAreReadByTheirContentType(String members, String contentType, String data) {
        CloudEvent event = read(START + "," + members + "}");
        assertThat(event.data()).isEqualTo(bytes(data));
        assertThat(event.attributes()).containsEntry("datacontenttype", contentType);
    }

    @Test
    void otherTypesOfAttributesBecomeTheirTexts() {
        assertThat(read(START + ",\"n\":7,\"no\":null,\"b\":true}").attributes())
                .containsEntry("n", "7")
                .containsEntry("b", "true")
                .doesNotContainKey("no");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "{",
                "{}",
                "{\"specversion\":\"1.0\",\"id\":\"1\",\"type\":\"t\"}",
                "{\"specversion\":\"1.0\",\"id\":\"\",\"source\":\"/a\",\"type\":\"t\"}",
                "{\"specversion\":\"0.3\",\"id\":\"1\",\"source\":\"/a\",\"type\":\"t\"}",
                START + ",\"x\":{}}",
                START + ",\"data_base64\":\"a secret\"}",
                START + ",\"data_base64\":5}",
                START + ",\"data_base64\":\"YWI=\",\"data\":\"secret\"}",
                START + ",\"data\":{},\"datacontenttype\":\"text/plain\"}",
                START + ",\"data\":\"\\uD800\",\"datacontenttype\":\"text/plain\"}",
                START + "} secret"
            })
    void whatIsNoEventIsRefusedAndNotQuoted(String text) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining("secret")
                .hasNoCause();
    }

    @Test
    void depthHasALimit() {
        String deep = START + ",\"data\":" + "[".repeat(100_000) + "]".repeat(100_000) + "}";
        assertThatThrownBy(() -> read(deep))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("nested too deep");
    }

    @Test
    void sizeHasALimit() {
        byte[] large = bytes(START + ",\"data\":\"" + "x".repeat(1 << 24) + "\"}");
        assertThatThrownBy(() -> json.read(large))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("longer than");
    }

    @Test
    void contentTypeNamesTheFormat() {
        assertThat(JsonFormat.isNamedBy("Application/CloudEvents+JSON ; charset=utf-8"))
                .isTrue();
        assertThat(JsonFormat.isNamedBy("application/cloudevents+avro")).isFalse();
        assertThatThrownBy(() -> JsonFormat.isNamedBy("application/cloudevents-batch+json"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("batch");
    }

    private String written(String contentType, String data) {
        CloudEvent event = new CloudEvent(
                Map.of("specversion", "1.0", "id", "1", "source", "/a", "type", "t", "datacontenttype", contentType),
                bytes(data));
        return new String(json.write(event), StandardCharsets.UTF_8);
    }

    private CloudEvent read(String text) {
        return json.read(bytes(text));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
