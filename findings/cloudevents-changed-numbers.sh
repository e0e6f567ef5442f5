#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# CloudEvents Java SDK: an event with JSON data is written in the JSON format and read again.
# Expected: the data have the same numbers: JSON does not limit them, and the program neither asks for them nor changes them.
# Seen: the writer keeps them. The reader makes each number with a fraction or an exponent a double, without an exception or a warning: an
# amount of 19 digits loses its last ones, 1E400 becomes the string "Infinity", and 1E-400 becomes 0. A signature over the data fails.
# Needs bash, a JDK 17 or newer, and Maven. Takes some seconds. Exits 0 if this is still so, and 1 if not.
set -euo pipefail

sdk=4.0.1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

cat > pom.xml <<XML
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>findings</groupId>
  <artifactId>cloudevents</artifactId>
  <version>1</version>
  <dependencies>
    <dependency>
      <groupId>io.cloudevents</groupId>
      <artifactId>cloudevents-json-jackson</artifactId>
      <version>$sdk</version>
    </dependency>
  </dependencies>
</project>
XML
mvn -B -ntp -q org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies -DoutputDirectory=lib > mvn.log \
    || { cat mvn.log; exit 2; }

cat > Numbers.java <<'JAVA'
import io.cloudevents.CloudEvent;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.cloudevents.core.format.EventFormat;
import io.cloudevents.core.provider.EventFormatProvider;
import io.cloudevents.jackson.JsonFormat;
import java.net.URI;
import java.nio.charset.StandardCharsets;

class Numbers {
    public static void main(String[] none) {
        EventFormat json = EventFormatProvider.getInstance().resolveFormat(JsonFormat.CONTENT_TYPE);
        String data = "{\"amount\":12345678901234567.89,\"price\":1.10,\"large\":1E400,\"small\":1E-400,\"id\":12345678901234567890}";
        CloudEvent event = CloudEventBuilder.v1()
                .withId("1")
                .withSource(URI.create("/orders"))
                .withType("OrderPlaced")
                .withData("application/json", data.getBytes(StandardCharsets.UTF_8))
                .build();
        byte[] written = json.serialize(event);
        System.out.println("written: " + new String(written, StandardCharsets.UTF_8).contains(data));
        System.out.println("read:    " + new String(json.deserialize(written).getData().toBytes(), StandardCharsets.UTF_8));
    }
}
JAVA
javac -cp 'lib/*' Numbers.java
java -cp 'lib/*:.' Numbers > seen 2> log || { tail log; exit 2; }

echo "CloudEvents Java SDK $sdk with $(cd lib && echo jackson-databind-*.jar)"
echo 'Expected: {"amount":12345678901234567.89,"price":1.10,"large":1E400,"small":1E-400,"id":12345678901234567890}. Seen:'
cat seen
if [ "$(cat seen)" != 'written: true
read:    {"amount":1.2345678901234568E16,"price":1.1,"large":"Infinity","small":0.0,"id":12345678901234567890}' ]; then
    echo "CHANGED"
    exit 1
fi
