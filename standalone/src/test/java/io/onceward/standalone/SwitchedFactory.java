// SPDX-License-Identifier: Apache-2.0
package io.onceward.standalone;

import jakarta.jms.ConnectionFactory;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicReference;

/** A connection factory behind which a test puts another one for the next connections. */
record SwitchedFactory(AtomicReference<ConnectionFactory> behind) {

    ConnectionFactory proxy() {
        return (ConnectionFactory) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {ConnectionFactory.class}, (self, method, arguments) -> {
                    try {
                        return method.invoke(behind.get(), arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
