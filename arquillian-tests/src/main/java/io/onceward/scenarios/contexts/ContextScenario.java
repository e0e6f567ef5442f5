// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.contexts;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.api.EventFilter;
import io.onceward.api.EventSummary;
import io.onceward.api.InboxAdmin;
import io.onceward.scenarios.Deployments;
import io.onceward.scenarios.selection.AnyMessaging;
import io.onceward.scenarios.selection.SameInFamily;
import io.onceward.scenarios.support.Await;
import jakarta.ejb.EJB;
import jakarta.inject.Inject;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import org.eclipse.microprofile.reactive.messaging.Channel;
import org.eclipse.microprofile.reactive.messaging.Emitter;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The tenant of a request, and the user of its thread, go on to the handlers of the events that it records. */
@AnyMessaging
@SameInFamily
@ExtendWith(ArquillianExtension.class)
public class ContextScenario {

    @EJB
    Shop shop;

    @Inject
    Tenant tenant;

    @Inject
    InboxAdmin admin;

    /** This class is not a bean, as a message-driven bean and a servlet are none. */
    @Inject
    @Channel("contexts_local")
    Emitter<String> emitter;

    @Deployment
    static WebArchive application() {
        return Deployments.configured(
                Deployments.application(
                        "contexts",
                        Await.class,
                        Driver.class,
                        Handlers.class,
                        Noted.class,
                        NotedInterceptor.class,
                        Numbering.class,
                        Ordered.class,
                        Shop.class,
                        Tenant.class,
                        TenantPropagator.class,
                        User.class,
                        UserPropagator.class),
                "onceward.schema=create",
                "onceward.datasource=jdbc/postgresql",
                "onceward.table-prefix=contexts_",
                "mp.messaging.outgoing.contexts_local.connector=onceward",
                "mp.messaging.outgoing.contexts_local.transaction=own",
                "mp.messaging.incoming.contexts_local.connector=onceward",
                "mp.messaging.incoming.contexts_local.max-attempts=2",
                "mp.messaging.incoming.contexts_local.retry-delay=PT0.1S",
                "mp.messaging.incoming.contexts_local.concurrency=1",
                "mp.messaging.outgoing.contexts.connector=onceward",
                "mp.messaging.outgoing.contexts_stored.connector=onceward",
                "mp.messaging.incoming.contexts_stored.connector=onceward",
                "mp.messaging.incoming.contexts_stored.destination=queue:contexts_stored",
                "mp.messaging.incoming.contexts-observe.connector=onceward",
                "mp.messaging.incoming.contexts-call.connector=onceward");
    }

    private static String id() {
        return UUID.randomUUID().toString();
    }

    private String asAcme(Consumer<String> recording) {
        return as("acme", "zoe", recording, id());
    }

    private String as(String ofTenant, String ofUser, Consumer<String> recording, String id) {
        tenant.enter(ofTenant);
        User.enter(ofUser);
        try {
            recording.accept(id);
        } finally {
            tenant.enter(null);
            User.leave();
        }
        return id;
    }

    private static void awaitCall(String call) {
        Await.until(() -> call + " among " + NotedInterceptor.CALLS, () -> NotedInterceptor.CALLS.contains(call));
    }

    @AfterEach
    void refuseNobody() {
        TenantPropagator.refused = "nobody";
    }

    // ---- each way

    @Test
    void localEvent() {
        awaitCall("handle " + asAcme(shop::local) + " acme zoe");
    }

    @Test
    void emittedEvent() {
        awaitCall(
                "handle " + asAcme(id -> emitter.send(id).toCompletableFuture().join()) + " acme zoe");
    }

    @Test
    void durableObserver() {
        awaitCall("observe " + asAcme(shop::observed) + " acme zoe");
    }

    @Test
    void durableMethod() {
        String id = asAcme(shop::called);
        awaitCall("call " + id + " acme zoe");
        assertThat(NotedInterceptor.CALLS).filteredOn(call -> call.contains(id)).hasSize(1);
    }

    /** From the outbox by the broker to a message-driven bean, and from there by the broker to the stored inbox. */
    @Test
    void chainOfMessages() {
        String id = asAcme(shop::far);
        awaitCall("stored " + id + " acme zoe");
        assertThat(Driver.CALLS).contains(id + " acme zoe");
    }

    @Test
    void decoratorStandsAroundTheRecording() {
        awaitCall("handle " + asAcme(shop::decorated) + "! acme zoe");
    }

    // ---- threads and failures

    @Test
    void contextsLeaveTheThreadAlsoAfterAFailure() {
        for (int i = 0; i < 3; i++) { // five messages that fail would open the handler's circuit breaker
            as("acme", "zoe", shop::local, "bad-" + id());
            String nobodys = as(null, null, shop::local, id());
            awaitCall("handle " + nobodys + " null null");
            awaitCall("handle " + as(null, "tom", shop::local, id()) + " null tom");
        }
    }

    @Test
    void handlerWhoseContextCannotBeRestoredIsParkedUntilItCan() {
        TenantPropagator.refused = "closed-inc";
        String id = as("closed-inc", "zoe", shop::local, id());
        Await.until("it is parked", () -> !parkedFor("OWD-0385").isEmpty());
        assertThat(NotedInterceptor.CALLS).noneMatch(call -> call.contains(id));
        TenantPropagator.refused = "nobody";
        admin.requeue(EventFilter.all().parked(), "the test");
        awaitCall("handle " + id + " closed-inc zoe");
    }

    private List<EventSummary> parkedFor(String code) {
        return admin.find(EventFilter.all().parked(), null, 100).events().stream()
                .filter(event -> event.error().contains(code))
                .toList();
    }
}
