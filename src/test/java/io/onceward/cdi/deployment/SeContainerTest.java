// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** This JVM has no JNDI, like a server without that feature. */
class SeContainerTest {

    private static final String PROVIDER = "META-INF/services/jakarta.enterprise.inject.se.SeContainerInitializer";

    @TempDir
    private Path application;

    private final Thread thread = Thread.currentThread();
    private final ClassLoader before = thread.getContextClassLoader();

    @AfterEach
    void restoreClassLoader() {
        thread.setContextClassLoader(before);
    }

    @Test
    void javaSeHasAProvider() throws IOException {
        addProvider();
        enterApplication();

        assertThat(SeContainer.runs()).isTrue();
        assertThatCode(SeContainerTest::deploy).doesNotThrowAnyException();
    }

    @Test
    void serverWithoutJndiHasNone() throws IOException {
        enterApplication();

        assertThat(SeContainer.runs()).isFalse();
    }

    @Test
    void extensionChecksTheDeploymentOnAServerWithoutJndi() throws IOException {
        enterApplication();

        assertThatIllegalStateException()
                .isThrownBy(SeContainerTest::deploy)
                .as("what fails first in this module: no implementation of MicroProfile Config")
                .withMessageContaining("ConfigProviderResolver");
    }

    @Test
    void threadWithoutClassLoaderIsNoProof() {
        thread.setContextClassLoader(null);

        assertThat(SeContainer.runs()).isFalse();
    }

    private static void deploy() {
        new OncewardExtension().readConfiguration(null);
    }

    private void addProvider() throws IOException {
        Path file = application.resolve(PROVIDER);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "org.example.Initializer");
    }

    /** Makes the class loader of the thread one of an application, which does not show what the tests have. */
    private void enterApplication() throws IOException {
        URL[] classPath = {application.toUri().toURL()};
        thread.setContextClassLoader(new URLClassLoader(classPath, ClassLoader.getPlatformClassLoader()));
    }
}
