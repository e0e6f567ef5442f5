// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.http;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;
import java.util.Set;

/** Lists its classes, so that nothing else is found by looking for annotations. */
@ApplicationPath("api")
public class Shop extends Application {

    @Override
    public Set<Class<?>> getClasses() {
        return Set.of(
                CdiOrders.class, EjbOrders.class, Outsider.class, Users.class, Failures.class, ReceiptsWriter.class);
    }
}
