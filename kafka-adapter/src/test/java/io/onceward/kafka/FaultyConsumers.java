// SPDX-License-Identifier: Apache-2.0
package io.onceward.kafka;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Consumers of a broker that fail after calls which a test chooses. */
final class FaultyConsumers {

    /** Throws an exception to let the call fail. */
    @FunctionalInterface
    interface Fault {
        void after(String method, Object result);
    }

    private final List<Consumer<byte[], byte[]>> opened = new ArrayList<>();
    private final Fault fault;

    FaultyConsumers(Fault fault) {
        this.fault = fault;
    }

    @SuppressWarnings("unchecked")
    Consumer<byte[], byte[]> open(Map<String, Object> properties) {
        Consumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        opened.add(consumer);
        return (Consumer<byte[], byte[]>) Proxy.newProxyInstance(
                FaultyConsumers.class.getClassLoader(), new Class<?>[] {Consumer.class}, (proxy, method, arguments) -> {
                    Object result;
                    try {
                        result = method.invoke(consumer, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                    fault.after(method.getName(), result);
                    return result;
                });
    }

    /** Returns the consumers without their faults. */
    List<Consumer<byte[], byte[]>> opened() {
        return opened;
    }
}
