// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.broker.BrokerAdapters;
import io.onceward.spi.BrokerAdapter;
import io.onceward.spi.BrokerAdapter.Missing;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JmsAdapterTest {

    @Test
    void adapterIsFound() {
        assertThat(BrokerAdapters.found())
                .extracting(adapter -> (Object) adapter.getClass())
                .containsExactly(JmsAdapter.class);
    }

    @Test
    void nothingIsMissingWhereJakartaMessagingIs() {
        assertThat(new JmsAdapter().missing()).isEmpty();
    }

    @Test
    void withoutJakartaMessagingTheAdapterLoadsAndSaysWhatToAdd() throws ReflectiveOperationException {
        BrokerAdapter adapter = (BrokerAdapter) new WithoutMessaging()
                .loadClass(JmsAdapter.class.getName())
                .getConstructor()
                .newInstance();
        assertThat(adapter).isNotInstanceOf(JmsAdapter.class);
        assertThat(adapter.scheme()).isEqualTo("jms");
        assertThat(adapter.settings()).isEqualTo(new JmsAdapter().settings());
        Optional<Missing> missing = adapter.missing();
        assertThat(missing).map(Missing::feature).contains("Jakarta Messaging");
        assertThat(missing.orElseThrow().hint()).contains("<feature>messaging-3.1</feature>", "standalone-full.xml");
        BrokerAdapters adapters = new BrokerAdapters(List.of(adapter));
        assertThat(adapters.usable()).isEmpty();
    }

    /** A server whose classes have no Jakarta Messaging among them. It defines the adapter's classes itself. */
    private static final class WithoutMessaging extends ClassLoader {

        WithoutMessaging() {
            super(JmsAdapterTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.startsWith("jakarta.jms.")) {
                throw new ClassNotFoundException(name);
            }
            if (!name.startsWith("io.onceward.jms.")) {
                return super.loadClass(name, resolve);
            }
            Class<?> known = findLoadedClass(name);
            return known != null ? known : define(name);
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            try (InputStream file = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] code = file.readAllBytes();
                return defineClass(name, code, 0, code.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
}
