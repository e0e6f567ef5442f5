// SPDX-License-Identifier: Apache-2.0
package io.oncebox.cdi;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.oncebox.api.OnceboxException;
import org.junit.jupiter.api.Test;

class FeatureTest {

    @Test
    void nothingIsMissingWhereAllClassesAre() {
        assertThatCode(() -> Feature.verify(FeatureTest.class.getClassLoader())).doesNotThrowAnyException();
    }

    @Test
    void missingFeatureIsNamedWithTheLineToAdd() {
        ClassLoader withoutMessaging = without("jakarta.jms.");

        assertThatExceptionOfType(OnceboxException.class)
                .isThrownBy(() -> Feature.verify(withoutMessaging))
                .withMessageContaining("OBX-0013")
                .withMessageContaining("Jakarta Messaging")
                .withMessageContaining("<feature>messaging-3.1</feature>");
    }

    @Test
    void anOldJakartaEeIsNamedFirst() {
        ClassLoader old = without("jakarta.enterprise.inject.build.compatible.");

        assertThatExceptionOfType(OnceboxException.class)
                .isThrownBy(() -> Feature.verify(old))
                .withMessageContaining("Jakarta EE 10")
                .withMessageContaining("<feature>webProfile-10.0</feature>");
    }

    private static ClassLoader without(String prefix) {
        return new ClassLoader(FeatureTest.class.getClassLoader()) {
            @Override
            protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
                if (name.startsWith(prefix)) {
                    throw new ClassNotFoundException(name);
                }
                return super.loadClass(name, resolve);
            }
        };
    }
}
