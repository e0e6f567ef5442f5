// SPDX-License-Identifier: Apache-2.0
package io.onceward.liberty;

import io.onceward.api.Durable;
import jakarta.annotation.PostConstruct;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Event;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/** Fires an event at its first start, and bills it at a later one: until the second start, the observer waits. */
@Singleton
@Startup
public class PlainShop {

    static final String BEGINS = "billing begins: ";
    static final String ENDS = "billed: ";

    /** The file in the server's folder that exists from the second start on. */
    static final String SECOND_START = "second-start";

    @Inject
    Event<Sold> sold;

    /** An event. */
    public record Sold(String id) {}

    /** The observer, apart from the bean that fires the event. */
    @ApplicationScoped
    public static class Billing {

        void bill(@Observes @Durable Sold event) throws InterruptedException {
            System.out.println(BEGINS + event.id());
            if (!Files.exists(Path.of(SECOND_START))) {
                new CountDownLatch(1).await(); // until the server is killed
            }
            System.out.println(ENDS + event.id());
        }
    }

    /** Called by the container. */
    @PostConstruct
    public void open() {
        if (!Files.exists(Path.of(SECOND_START))) {
            sold.fire(new Sold("4711"));
        }
    }
}
