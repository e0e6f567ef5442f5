#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Payara Micro 7: a resource adapter brings SLF4J and a provider, and logs by them when it starts.
# Expected: it still has its loggers when a message-driven bean of an application is deployed afterwards.
# Seen: LoggerFactory throws a NullPointerException. Payara has set its field PROVIDER to null (com.sun.enterprise.loader.CacheCleaner),
# which it does when it closes the class loader of an application. With SLF4J as a library of the server it is as expected.
# Needs bash, a JDK 21 or newer, and Maven. Takes about a minute. Exits 0 if this is still so, and 1 if not.
set -euo pipefail

PAYARA=7.2026.11
JAKARTA=10.0.0
SLF4J=2.0.18

work=$(mktemp -d)
server=
finish() {
  if [ -n "$server" ]; then
    kill "$server" 2>/dev/null || true
    wait "$server" 2>/dev/null || true
  fi
  rm -rf "$work"
}
trap finish EXIT
cd "$work"

artifact() {
  mvn -q -B org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy -Dartifact="$1" -DoutputDirectory=. -Dmdep.stripVersion=true \
    > maven.log 2>&1 || { cat maven.log; exit 1; }
}
artifact "fish.payara.extras:payara-micro:$PAYARA"
artifact "jakarta.platform:jakarta.jakartaee-api:$JAKARTA"
artifact "org.slf4j:slf4j-api:$SLF4J"
artifact "org.slf4j:slf4j-jdk14:$SLF4J"

mkdir -p adapter application classes bean/WEB-INF/classes
cat > adapter/Listener.java <<'EOF'
package finding;

public interface Listener {}
EOF
cat > adapter/Loggers.java <<'EOF'
package finding;

import org.slf4j.LoggerFactory;

class Loggers {
    static String ask() {
        try {
            return LoggerFactory.getLogger(Loggers.class).getClass().getSimpleName();
        } catch (RuntimeException e) {
            return e.getClass().getSimpleName();
        }
    }
}
EOF
cat > adapter/Specification.java <<'EOF'
package finding;

import jakarta.resource.spi.Activation;
import jakarta.resource.spi.ActivationSpec;
import jakarta.resource.spi.ResourceAdapter;

@Activation(messageListeners = Listener.class)
public class Specification implements ActivationSpec {
    private ResourceAdapter adapter;

    public Specification() {
        System.out.println("SEEN for a bean: " + Loggers.ask());
    }

    public void validate() {}

    public ResourceAdapter getResourceAdapter() {
        return adapter;
    }

    public void setResourceAdapter(ResourceAdapter adapter) {
        this.adapter = adapter;
    }
}
EOF
cat > adapter/Adapter.java <<'EOF'
package finding;

import jakarta.resource.spi.ActivationSpec;
import jakarta.resource.spi.BootstrapContext;
import jakarta.resource.spi.Connector;
import jakarta.resource.spi.ResourceAdapter;
import jakarta.resource.spi.endpoint.MessageEndpointFactory;
import javax.transaction.xa.XAResource;

@Connector
public class Adapter implements ResourceAdapter {
    public void start(BootstrapContext context) {
        System.out.println("SEEN at the start: " + Loggers.ask());
    }

    public void stop() {}

    public void endpointActivation(MessageEndpointFactory factory, ActivationSpec specification) {}

    public void endpointDeactivation(MessageEndpointFactory factory, ActivationSpec specification) {}

    public XAResource[] getXAResources(ActivationSpec[] specifications) {
        return new XAResource[0];
    }

    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return 1;
    }
}
EOF
cat > application/Bean.java <<'EOF'
package application;

import finding.Listener;
import jakarta.ejb.MessageDriven;

@MessageDriven
public class Bean implements Listener {}
EOF
javac -nowarn -cp jakarta.jakartaee-api.jar:slf4j-api.jar -d classes adapter/*.java
javac -nowarn -cp jakarta.jakartaee-api.jar:classes -d bean/WEB-INF/classes application/*.java
jar cf adapter.jar -C classes .
jar cf adapter.rar adapter.jar slf4j-api.jar slf4j-jdk14.jar
jar cf application.war -C bean .
cat > commands <<EOF
deploy --type rar --name finding $work/adapter.rar
create-system-properties com.sun.enterprise.connectors.inbound.ramid=finding
EOF

# Prints what the adapter sees.
trial() { # NAME OPTIONS
  local port=$((20000 + RANDOM % 10000)) name=$1
  shift
  java -Xmx512m -jar payara-micro.jar --port $port --nocluster "$@" --postbootcommandfile commands --deploy application.war \
    > server.log 2>&1 &
  server=$!
  until grep -q "Payara Micro .* ready in" server.log; do
    kill -0 "$server" || { tail -30 server.log; exit 2; }
    sleep 0.2
  done
  kill "$server"
  wait "$server" 2>/dev/null || true
  server=
  grep -o 'SEEN .*' server.log | sed "s/SEEN/$name,/" | sort -u | tee -a seen
}

echo "Payara Micro $PAYARA, SLF4J $SLF4J, $(java -version 2>&1 | head -1)"
echo "Expected: a logger, at the start and for a bean. Seen:"
trial "SLF4J of the adapter"
trial "SLF4J of the server" --addlibs slf4j-api.jar:slf4j-jdk14.jar
cat > expected <<'EOF'
SLF4J of the adapter, at the start: JDK14LoggerAdapter
SLF4J of the adapter, for a bean: NullPointerException
SLF4J of the server, at the start: JDK14LoggerAdapter
SLF4J of the server, for a bean: JDK14LoggerAdapter
EOF
if ! diff expected seen; then
  echo "CHANGED: SLF4J keeps its provider, or loses it as a library of the server, too"
  exit 1
fi
