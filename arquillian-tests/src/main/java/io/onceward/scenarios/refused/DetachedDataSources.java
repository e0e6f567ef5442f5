// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.refused;

import io.onceward.jdbc.DataSourceAccess;
import io.onceward.jdbc.JndiDataSourceAccess;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.naming.NamingException;
import javax.sql.DataSource;

/** Does everything on a thread of its own, outside of the caller's transaction. */
public class DetachedDataSources implements DataSourceAccess {

    private final ExecutorService apart = Executors.newSingleThreadExecutor(work -> {
        Thread thread = new Thread(work, "apart");
        thread.setDaemon(true);
        return thread;
    });

    @Override
    public int priority() {
        return 100;
    }

    @Override
    public Optional<DataSource> find(String name) throws NamingException {
        return new JndiDataSourceAccess().find(name).map(found -> (DataSource) detached(DataSource.class, found));
    }

    private Object detached(Class<?> type, Object target) {
        return Proxy.newProxyInstance(
                DetachedDataSources.class.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    Object result = onThreadApart(() -> method.invoke(target, arguments));
                    boolean ofJdbc = method.getReturnType().getName().startsWith("java.sql.");
                    return ofJdbc && method.getReturnType().isInterface()
                            ? detached(method.getReturnType(), result)
                            : result;
                });
    }

    private Object onThreadApart(Callable<Object> call) throws Throwable {
        try {
            return apart.submit(call).get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof InvocationTargetException thrown ? thrown.getCause() : e.getCause();
        }
    }
}
