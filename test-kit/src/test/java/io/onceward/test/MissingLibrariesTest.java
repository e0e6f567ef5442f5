// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.eclipse.microprofile.reactive.messaging.Outgoing;
import org.junit.jupiter.api.Test;

/** A class path without the libraries that a test does not need. */
class MissingLibrariesTest {

    /** The code that runs without some libraries. */
    public static final class Isolated {

        private Isolated() {}

        @ApplicationScoped
        public static class Orders {

            @Outgoing("orders")
            @Transactional
            public String place(String id) {
                return id;
            }
        }

        public static void withBeans() {
            try (TestOutbox outbox = TestOutbox.builder().beans(Orders.class).start()) {
                outbox.scenario()
                        .stimulate(() -> outbox.bean(Orders.class).place("42"))
                        .andWaitForEvent("orders")
                        .times(1);
            }
        }

        public static void withoutBeans() throws Exception {
            try (TestOutbox outbox = TestOutbox.start()) {
                outbox.inTransaction(() -> outbox.record("orders", "42"));
                outbox.scenario().stimulate(() -> {}).andWaitForEvent("orders").times(1);
            }
        }

        public static void withEntities() {
            TestOutbox.builder().entities(Orders.class).start().close();
        }
    }

    /** The class path of the test, without the classes of some packages. */
    private static final class Without extends URLClassLoader {

        private final List<String> packages;

        Without(String... packages) {
            super(classPath(), ClassLoader.getPlatformClassLoader());
            this.packages = List.of(packages);
        }

        private static URL[] classPath() {
            return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                    .map(entry -> {
                        try {
                            return Path.of(entry).toUri().toURL();
                        } catch (MalformedURLException e) {
                            throw new IllegalStateException(e);
                        }
                    })
                    .toArray(URL[]::new);
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (packages.stream().anyMatch(name::startsWith)) {
                throw new ClassNotFoundException(name);
            }
            return super.findClass(name);
        }
    }

    private static void run(String method, String... without) throws Throwable {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (Without loader = new Without(without)) {
            thread.setContextClassLoader(loader);
            Class.forName("org.h2.Driver", true, loader);
            Class.forName(Isolated.class.getName(), true, loader)
                    .getMethod(method)
                    .invoke(null);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    @Test
    void beansWorkWithoutJakartaPersistence() {
        assertThatCode(() -> run("withBeans", "jakarta.persistence.", "org.eclipse.persistence."))
                .doesNotThrowAnyException();
    }

    @Test
    void outboxWorksWithoutWeld() {
        assertThatCode(() -> run(
                        "withoutBeans",
                        "org.jboss.weld.",
                        "jakarta.enterprise.inject.",
                        "jakarta.persistence.",
                        "org.eclipse.persistence."))
                .doesNotThrowAnyException();
    }

    @Test
    void beansWithoutWeldAreRefused() {
        assertThatThrownBy(() -> run("withBeans", "org.jboss.weld."))
                .hasMessageStartingWith("OWD-1200")
                .hasMessageContaining("weld-se-core");
    }

    @Test
    void entitiesWithoutAProviderAreRefused() {
        assertThatThrownBy(() -> run("withEntities", "org.eclipse.persistence."))
                .hasMessageStartingWith("OWD-1203");
        assertThatThrownBy(() -> run("withEntities", "org.eclipse.persistence.", "jakarta.persistence."))
                .hasMessageStartingWith("OWD-1203");
    }
}
