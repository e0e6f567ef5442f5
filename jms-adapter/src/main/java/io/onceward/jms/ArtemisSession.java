// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import jakarta.jms.Session;
import java.lang.reflect.Method;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a session of Artemis' own client, or of its resource adapter, knows of its broker. Neither is on the class path.
 *
 * @param core the session of the client's own API
 */
record ArtemisSession(Object core) {

    private static final String PACKAGE = "org.apache.activemq.artemis.";

    /** Returns it; empty if the session is of another client, or in a wrapper. */
    static Optional<ArtemisSession> of(Session session) {
        if (!session.getClass().getName().startsWith(PACKAGE)) {
            return Optional.empty();
        }
        return value(session, "getCoreSession")
                .or(() -> value(session, "getSession").flatMap(ofAdapter -> value(ofAdapter, "getCoreSession")))
                .map(ArtemisSession::new);
    }

    /** Returns the id of the broker that it is connected to. A backup takes over the id. */
    Optional<String> broker() {
        return value(core, "getNodeId").map(Object::toString);
    }

    /** Returns what the broker answers about a queue; empty if it does not answer. */
    Optional<Object> queue(String name) {
        return Stream.of(core.getClass().getMethods())
                .filter(method -> method.getName().equals("queueQuery"))
                .findFirst()
                .flatMap(query -> answer(query, name));
    }

    private Optional<Object> answer(Method query, String name) {
        try {
            Object simple =
                    query.getParameterTypes()[0].getConstructor(String.class).newInstance(name);
            return Optional.ofNullable(query.invoke(core, simple));
        } catch (ReflectiveOperationException | RuntimeException e) {
            return Optional.empty(); // the next call of the session reports a lost connection
        }
    }

    /** Returns the value of a getter; empty if it is not set, or this version of the client has no such getter. */
    static Optional<Object> value(Object of, String getter) {
        try {
            return Optional.ofNullable(of.getClass().getMethod(getter).invoke(of));
        } catch (ReflectiveOperationException | RuntimeException e) {
            return Optional.empty();
        }
    }
}
