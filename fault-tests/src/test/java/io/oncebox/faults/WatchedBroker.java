// SPDX-License-Identifier: Apache-2.0
package io.oncebox.faults;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.Set;

/** A client of the broker with each send, receipt, commit and rollback as a step. */
final class WatchedBroker {

    private static final Map<String, Class<?>> MAKES = Map.of(
            "createConnection", Connection.class,
            "createSession", Session.class,
            "createProducer", MessageProducer.class,
            "createConsumer", MessageConsumer.class);

    private static final Set<String> ENDS = Set.of("commit", "rollback");

    /** The last action of this thread, which it then commits. */
    private static final ThreadLocal<String> DONE = ThreadLocal.withInitial(() -> "nothing");

    private WatchedBroker() {}

    static ConnectionFactory watch(ConnectionFactory factory) {
        return watch(factory, ConnectionFactory.class);
    }

    private static <T> T watch(Object target, Class<T> type) {
        return type.cast(Proxy.newProxyInstance(
                WatchedBroker.class.getClassLoader(),
                new Class<?>[] {type},
                (self, method, arguments) -> call(target, method, arguments)));
    }

    private static Object call(Object target, Method method, Object[] arguments) throws Throwable {
        Class<?> made = MAKES.get(method.getName());
        if (made != null) {
            return watch(WatchedDriver.invoke(target, method, arguments), made);
        }
        if (ENDS.contains(method.getName())) {
            return Steps.around(
                    method.getName() + " of " + DONE.get(),
                    JMSException::new,
                    () -> WatchedDriver.invoke(target, method, arguments));
        }
        if (method.getName().equals("send")) {
            DONE.set("send");
            return Steps.around("send", JMSException::new, () -> WatchedDriver.invoke(target, method, arguments));
        }
        Object result = WatchedDriver.invoke(target, method, arguments);
        if (result instanceof Message) {
            DONE.set("receipt");
            return Steps.around("receipt", JMSException::new, () -> result);
        }
        return result;
    }
}
