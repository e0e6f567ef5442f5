// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import java.lang.reflect.Proxy;
import java.util.Hashtable;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.naming.Context;
import javax.naming.NameNotFoundException;
import javax.naming.spi.InitialContextFactory;

/** The JNDI names of a server. */
public final class JndiNames implements InitialContextFactory {

    private static final Map<String, Object> BOUND = new ConcurrentHashMap<>();

    /** Called by JNDI. */
    public JndiNames() {}

    static void bind(String name, Object resource) {
        System.setProperty(Context.INITIAL_CONTEXT_FACTORY, JndiNames.class.getName());
        BOUND.put(name, resource);
    }

    static void unbindAll() {
        System.clearProperty(Context.INITIAL_CONTEXT_FACTORY);
        BOUND.clear();
    }

    @Override
    public Context getInitialContext(Hashtable<?, ?> environment) {
        return (Context) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Context.class}, (proxy, method, values) -> {
                    if (!method.getName().equals("lookup")) {
                        return null;
                    }
                    Object found = BOUND.get(values[0]);
                    if (found == null) {
                        throw new NameNotFoundException(values[0].toString());
                    }
                    return found;
                });
    }
}
