#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Helidon MP: a bean observes the events of CDI 4.0 at the start and the end of a container, jakarta.enterprise.event.Startup and Shutdown,
# and those of the application scope. Then the JVM ends by System.exit.
# Expected: the bean gets all four.
# Seen: it gets all but Shutdown, although the container shuts down.
# Needs bash, a JDK 21 or newer, and Maven. Takes some seconds. Exits 0 if this is still so, and 1 if not.
set -euo pipefail

helidon=4.1.6
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

cat > pom.xml <<XML
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>findings</groupId><artifactId>shutdown</artifactId><version>1</version>
  <dependencies>
    <dependency>
      <groupId>io.helidon.microprofile.cdi</groupId><artifactId>helidon-microprofile-cdi</artifactId><version>$helidon</version>
    </dependency>
    <dependency>
      <groupId>io.helidon.microprofile.config</groupId><artifactId>helidon-microprofile-config</artifactId><version>$helidon</version>
    </dependency>
    <dependency>
      <groupId>io.helidon.logging</groupId><artifactId>helidon-logging-jul</artifactId><version>$helidon</version>
    </dependency>
  </dependencies>
</project>
XML
mvn -B -ntp -q org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies -DoutputDirectory=lib > mvn.log \
    || { cat mvn.log; exit 2; }

mkdir -p classes/META-INF
echo '<beans xmlns="https://jakarta.ee/xml/ns/jakartaee" version="4.0" bean-discovery-mode="all"/>' > classes/META-INF/beans.xml
cat > Observer.java <<'JAVA'
package observed;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.BeforeDestroyed;
import jakarta.enterprise.context.Initialized;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Shutdown;
import jakarta.enterprise.event.Startup;

@ApplicationScoped
public class Observer {

    void first(@Observes @Initialized(ApplicationScoped.class) Object event) {
        System.out.println("Initialized");
    }

    void start(@Observes Startup event) {
        System.out.println("Startup");
    }

    void last(@Observes @BeforeDestroyed(ApplicationScoped.class) Object event) {
        System.out.println("BeforeDestroyed");
    }

    void stop(@Observes Shutdown event) {
        System.out.println("Shutdown");
    }

    public static void main(String[] none) {
        io.helidon.Main.main(none);
        System.exit(0);
    }
}
JAVA
javac -proc:none -cp 'lib/*' -d classes Observer.java
java -cp 'classes:lib/*' observed.Observer > out 2> log || { tail log; exit 2; }
grep -x -E 'Initialized|Startup|BeforeDestroyed|Shutdown' out | sort > seen

echo "Helidon MP $helidon, $(java -version 2>&1 | head -1)"
echo "Expected: BeforeDestroyed, Initialized, Shutdown, Startup. Seen:"
cat seen
if [ "$(cat seen)" != "BeforeDestroyed
Initialized
Startup" ] || ! grep -q 'Shutdown finished' log; then
    echo "CHANGED"
    cat log
    exit 1
fi
