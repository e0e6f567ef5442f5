// SPDX-License-Identifier: Apache-2.0
package io.oncebox.scenarios.cluster;

import io.oncebox.scenarios.Deployments;
import io.oncebox.scenarios.fixture.Fixtures;
import io.oncebox.scenarios.support.ServerResources;
import java.io.File;
import java.util.List;
import java.util.stream.Stream;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/** The applications of a node, by its role. */
final class Applications {

    static final String DATASOURCE = "jdbc/postgresql";

    /** The key of the node's name. */
    static final String NODE = "faults.node";

    /** The key of the most orders that a shop places in a second. */
    static final String ORDERS_PER_SECOND = "faults.orders-per-second";

    private Applications() {}

    /** The WAR of that name, with its configuration for this node. */
    static WebArchive of(String role, String node) {
        return switch (role) {
            case "producer" ->
                application(
                        role,
                        node,
                        List.of(Orders.class, ServerResources.class, Shop.class),
                        "oncebox.relay.enabled=false",
                        ORDERS_PER_SECOND + "=" + Fixtures.required(ORDERS_PER_SECOND));
            case "relay" -> application(role, node, List.of(), "oncebox.outbox.retention=PT4H");
            case "consumer" ->
                application(
                        role,
                        node,
                        List.of(Billing.class, Effects.class, ServerResources.class, Shipping.class),
                        "oncebox.relay.enabled=false",
                        "mp.messaging.incoming.shipping.connector=oncebox",
                        "mp.messaging.incoming.shipping.destination=queue:shipping");
            default -> throw new IllegalArgumentException("no role: " + role);
        };
    }

    private static WebArchive application(String name, String node, List<Class<?>> classes, String... configuration) {
        WebArchive application = ShrinkWrap.create(WebArchive.class, name + ".war")
                .addClasses(classes.toArray(Class<?>[]::new))
                .addAsLibrary(new File(Fixtures.required("oncebox.jar")), "oncebox.jar");
        return Deployments.configured(
                Deployments.namingDatasource(application, DATASOURCE),
                Stream.concat(
                                Stream.of(
                                        "oncebox.schema=create", "oncebox.datasource=" + DATASOURCE, NODE + "=" + node),
                                Stream.of(configuration))
                        .toArray(String[]::new));
    }
}
