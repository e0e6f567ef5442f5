// SPDX-License-Identifier: Apache-2.0
package io.onceward.standalone;

import jakarta.jms.ConnectionFactory;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;

/** A connection factory that counts what it creates. */
record CountingFactory(ConnectionFactory behind, AtomicInteger created) {

    ConnectionFactory proxy() {
        return (ConnectionFactory) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {ConnectionFactory.class}, (self, method, arguments) -> {
                    created.incrementAndGet();
                    try {
                        return method.invoke(behind, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
