// SPDX-License-Identifier: Apache-2.0
package io.onceward.rabbitmq;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/** A connection to the broker on whose channels one method does something else than usual. */
final class FaultyConnection implements AutoCloseable {

    /** What the method does. */
    @FunctionalInterface
    interface Fault {
        /** @param usual does what the method does without the fault */
        Object call(Usual usual) throws Throwable;
    }

    /** A call of the client. */
    @FunctionalInterface
    interface Usual {
        Object call() throws Throwable;
    }

    private static final int ANSWER_MILLIS = 10_000;

    private final AtomicReference<Socket> socket = new AtomicReference<>();
    private final List<Channel> channels = new ArrayList<>();
    private final String method;
    private final Fault fault;
    private final Connection real;

    FaultyConnection(TestRabbit rabbit, String method, Fault fault) throws Exception {
        this.method = method;
        this.fault = fault;
        ConnectionFactory factory = new ConnectionFactory();
        factory.setPort(rabbit.broker().port());
        factory.setAutomaticRecoveryEnabled(false);
        factory.setChannelRpcTimeout(ANSWER_MILLIS);
        factory.setHandshakeTimeout(120_000);
        factory.setSocketConfigurator(socket::set);
        real = factory.newConnection("faulty");
    }

    BrokerConnection open() {
        Connection faulty = (Connection) Proxy.newProxyInstance(
                Connection.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, called, arguments) ->
                        called.getName().equals("createChannel") ? channel() : usual(real, called, arguments));
        return new BrokerConnection(faulty, socket.get());
    }

    /** Returns the channels that the adapter has opened. */
    List<Channel> channels() {
        return channels;
    }

    Channel channel() throws Exception {
        Channel channel = real.createChannel();
        channels.add(channel);
        return (Channel) Proxy.newProxyInstance(
                Channel.class.getClassLoader(),
                new Class<?>[] {Channel.class},
                (proxy, called, arguments) -> called.getName().equals(method)
                        ? fault.call(() -> usual(channel, called, arguments))
                        : usual(channel, called, arguments));
    }

    private static Object usual(Object target, Method called, Object[] arguments) throws Throwable {
        try {
            return called.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    @Override
    public void close() {
        real.abort();
    }
}
