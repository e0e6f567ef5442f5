// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.redeploy;

import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.annotation.WebListener;
import java.lang.ref.WeakReference;
import java.util.UUID;

/** Leaves a weak reference to the application's class loader where other applications find it. */
@WebListener
public class Trace implements ServletContextListener {

    /** The prefix of the system properties that hold the references. */
    static final String PREFIX = "scenarios.trace.";

    @Override
    public void contextInitialized(ServletContextEvent event) {
        System.getProperties().put(PREFIX + UUID.randomUUID(), new WeakReference<>(Trace.class.getClassLoader()));
    }
}
