// SPDX-License-Identifier: Apache-2.0
package io.onceward.contract;

import io.onceward.standalone.OncewardBuilder;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.QueueBrowser;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Collections;
import java.util.Enumeration;
import java.util.Map;
import java.util.UUID;

/** OpenMQ, by Jakarta Messaging. It creates a queue at its first use. */
final class OpenMqUnderTest extends JmsUnderTest {

    private static final String DEAD_LETTERS = "mq.sys.dmq";
    private static final ClassLoader CLIENT = client();

    private final Map<String, String> properties;
    private final boolean isWrapped;

    OpenMqUnderTest(OpenMqProcess process) {
        this(process, Map.of(), false);
    }

    /**
     * @param properties of the connection factory that Onceward uses
     * @param isWrapped whether it hides its properties, as a pool does
     */
    OpenMqUnderTest(OpenMqProcess process, Map<String, String> properties, boolean isWrapped) {
        super(process);
        this.properties = properties;
        this.isWrapped = isWrapped;
    }

    private static ClassLoader client() {
        try {
            URL jar =
                    OpenMqProcess.HOME.resolve("lib").resolve("imq.jar").toUri().toURL();
            return new URLClassLoader(new URL[] {jar}, OpenMqUnderTest.class.getClassLoader());
        } catch (MalformedURLException e) {
            throw new IllegalStateException(e);
        }
    }

    private ConnectionFactory factory(Map<String, String> more) {
        try {
            Class<?> type = CLIENT.loadClass("com.sun.messaging.ConnectionFactory");
            Object factory = type.getConstructor().newInstance();
            Method set = type.getMethod("setProperty", String.class, String.class);
            set.invoke(factory, "imqAddressList", address());
            for (Map.Entry<String, String> property : more.entrySet()) {
                set.invoke(factory, property.getKey(), property.getValue());
            }
            return (ConnectionFactory) factory;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public OncewardBuilder connect(OncewardBuilder builder) {
        ConnectionFactory factory = factory(properties);
        return builder.connectionFactory(isWrapped ? wrapped(factory) : factory);
    }

    private static ConnectionFactory wrapped(ConnectionFactory factory) {
        return (ConnectionFactory) Proxy.newProxyInstance(
                OpenMqUnderTest.class.getClassLoader(),
                new Class<?>[] {ConnectionFactory.class},
                (proxy, method, values) -> method.invoke(factory, values));
    }

    /** OpenMQ allows no hyphens in names. */
    @Override
    public String newDestination() {
        return SCHEME + "q" + UUID.randomUUID().toString().replace("-", "");
    }

    @Override
    <T> T on(Work<T> work) throws JMSException {
        return on(factory(Map.of()), work);
    }

    @Override
    public void create(String destination) {
        // its first use creates it
    }

    @Override
    public int setAside(String destination) throws JMSException {
        return on(session -> {
            try (QueueBrowser browser = session.createBrowser(session.createQueue(DEAD_LETTERS))) {
                return Collections.list((Enumeration<?>) browser.getEnumeration())
                        .size();
            }
        });
    }
}
