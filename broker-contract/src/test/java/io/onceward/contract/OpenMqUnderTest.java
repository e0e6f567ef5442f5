// SPDX-License-Identifier: Apache-2.0
package io.onceward.contract;

import io.onceward.standalone.OncewardBuilder;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.QueueBrowser;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Collections;
import java.util.Enumeration;
import java.util.UUID;

/** OpenMQ, by Jakarta Messaging. It creates a queue at its first use. */
final class OpenMqUnderTest extends JmsUnderTest {

    private static final String DEAD_LETTERS = "mq.sys.dmq";
    private static final ClassLoader CLIENT = client();

    OpenMqUnderTest(OpenMqProcess process) {
        super(process);
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

    private ConnectionFactory factory() {
        try {
            Class<?> type = CLIENT.loadClass("com.sun.messaging.ConnectionFactory");
            Object factory = type.getConstructor().newInstance();
            type.getMethod("setProperty", String.class, String.class).invoke(factory, "imqAddressList", address());
            return (ConnectionFactory) factory;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public OncewardBuilder connect(OncewardBuilder builder) {
        return builder.connectionFactory(factory());
    }

    /** OpenMQ allows no hyphens in names. */
    @Override
    public String newDestination() {
        return SCHEME + "q" + UUID.randomUUID().toString().replace("-", "");
    }

    @Override
    <T> T on(Work<T> work) throws JMSException {
        return on(factory(), work);
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
