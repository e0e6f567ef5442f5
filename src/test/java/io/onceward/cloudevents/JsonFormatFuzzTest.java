// SPDX-License-Identifier: Apache-2.0
package io.onceward.cloudevents;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.onceward.fixture.MalformedText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class JsonFormatFuzzTest {

    private static final JsonFormat JSON = new JsonFormat();

    private static final String[] WORDS = {
        "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"/a\",\"type\":\"t\"",
        ",\"data\":",
        ",\"data_base64\":\"",
        ",\"datacontenttype\":\"text/plain\"",
        "\"",
        "\\uD800",
        "{",
        "}",
        "[[[[",
        "1e99",
        ",\"a\":"
    };

    @Test
    void writtenEventsAreReadBack() {
        MalformedText.each(JsonFormatFuzzTest::isReadAgain);
    }

    @Test
    void anyBodyIsReadOrRefused() {
        MalformedText.each(malformed -> isReadOrRefused(malformed.bytes(WORDS)));
    }

    @Timeout(20)
    @FuzzTest
    void structuredInput(FuzzedDataProvider data) {
        MalformedText malformed = MalformedText.of(data);
        isReadAgain(malformed);
        isReadOrRefused(malformed.bytes(WORDS));
    }

    private static void isReadAgain(MalformedText malformed) {
        Map<String, String> attributes = new LinkedHashMap<>();
        for (String name : List.of("id", "source", "type", "tenant")) {
            attributes.put(name, malformed.text().replaceAll("\\p{Cs}", "") + "x");
        }
        attributes.put("specversion", "1.0");
        attributes.put(
                "datacontenttype",
                malformed.oneOf(
                        List.of("text/plain", "application/octet-stream", "application/xml", "a/b; charset=x")));
        byte[] data = malformed.bytes(WORDS);
        CloudEvent read = JSON.read(JSON.write(new CloudEvent(attributes, data)));
        assertThat(read.attributes()).isEqualTo(attributes);
        assertThat(read.data()).isEqualTo(data);
    }

    private static void isReadOrRefused(byte[] body) {
        try {
            CloudEvent event = JSON.read(body);
            assertThat(event.attributes().get("id")).isNotBlank();
            assertThat(event.attributes().get("datacontenttype")).isNotNull();
        } catch (IllegalArgumentException e) {
            assertThat(e).hasNoCause(); // whose message might quote the body
        }
    }
}
