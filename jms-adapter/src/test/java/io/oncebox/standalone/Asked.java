// SPDX-License-Identifier: Apache-2.0
package io.oncebox.standalone;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import net.ttddyy.dsproxy.support.ProxyDataSourceBuilder;

/** What a database is asked for. */
final class Asked {

    private final Queue<String> statements = new ConcurrentLinkedQueue<>();
    private final AtomicInteger connections = new AtomicInteger();

    DataSource watch(DataSource dataSource) {
        return ProxyDataSourceBuilder.create(dataSource)
                .beforeMethod(call -> {
                    if (call.getMethod().getName().equals("getConnection") && call.getTarget() instanceof DataSource) {
                        connections.incrementAndGet();
                    }
                })
                .afterQuery((execution, queries) -> queries.forEach(query -> statements.add(query.getQuery())))
                .build();
    }

    List<String> statements() {
        return List.copyOf(statements);
    }

    /** How often a connection was asked for, whether there was one or not. */
    int connections() {
        return connections.get();
    }

    void forget() {
        statements.clear();
        connections.set(0);
    }
}
