// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.cluster;

import io.onceward.scenarios.Deployments;
import io.onceward.scenarios.fixture.Fixtures;
import io.onceward.scenarios.support.ServerResources;
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
                        "onceward.relay.enabled=false",
                        "mp.messaging.outgoing.packing.connector=onceward",
                        "mp.messaging.outgoing.packing.destination=local:packing",
                        ORDERS_PER_SECOND + "=" + Fixtures.required(ORDERS_PER_SECOND));
            case "relay" -> application(role, node, List.of(), "onceward.outbox.retention=PT4H");
            case "consumer" ->
                application(
                        role,
                        node,
                        List.of(Billing.class, Effects.class, Packing.class, ServerResources.class, Shipping.class),
                        "onceward.relay.enabled=false",
                        "mp.messaging.incoming.shipping.connector=onceward",
                        "mp.messaging.incoming.shipping.destination=queue:shipping",
                        "mp.messaging.incoming.packing.connector=onceward");
            default -> throw new IllegalArgumentException("no role: " + role);
        };
    }

    private static WebArchive application(String name, String node, List<Class<?>> classes, String... configuration) {
        WebArchive application = ShrinkWrap.create(WebArchive.class, name + ".war")
                .addClasses(classes.toArray(Class<?>[]::new))
                .addAsLibrary(new File(Fixtures.required("onceward.jar")), "onceward.jar");
        return Deployments.configured(
                Deployments.namingDatasource(application, DATASOURCE),
                Stream.concat(
                                Stream.of(
                                        "onceward.schema=create",
                                        "onceward.datasource=" + DATASOURCE,
                                        NODE + "=" + node),
                                Stream.of(configuration))
                        .toArray(String[]::new));
    }
}
