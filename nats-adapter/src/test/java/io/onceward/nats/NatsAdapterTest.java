// SPDX-License-Identifier: Apache-2.0
package io.onceward.nats;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.broker.BrokerAdapters;
import io.onceward.spi.BrokerAdapter;
import io.onceward.spi.BrokerAdapter.Missing;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NatsAdapterTest {

    @Test
    void adapterIsFound() {
        assertThat(BrokerAdapters.found())
                .extracting(adapter -> (Object) adapter.getClass())
                .contains(NatsAdapter.class);
    }

    @Test
    void nothingIsMissingBesideTheClient() {
        assertThat(new NatsAdapter().missing()).isEmpty();
    }

    @Test
    void withoutTheClientTheAdapterLoadsAndSaysWhatToAdd() throws ReflectiveOperationException {
        BrokerAdapter adapter = (BrokerAdapter) new WithoutClient()
                .loadClass(NatsAdapter.class.getName())
                .getConstructor()
                .newInstance();
        assertThat(adapter).isNotInstanceOf(NatsAdapter.class);
        assertThat(adapter.scheme()).isEqualTo("nats");
        assertThat(adapter.settings()).isEqualTo(new NatsAdapter().settings());
        Optional<Missing> missing = adapter.missing();
        assertThat(missing).map(Missing::feature).contains("NATS client");
        assertThat(missing.orElseThrow().hint()).contains("io.nats:jnats");
        BrokerAdapters adapters = new BrokerAdapters(List.of(adapter));
        assertThat(adapters.usable()).isEmpty();
    }

    /** An application without the NATS client. It defines the adapter's classes itself. */
    private static final class WithoutClient extends ClassLoader {

        WithoutClient() {
            super(NatsAdapterTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.startsWith("io.nats.")) {
                throw new ClassNotFoundException(name);
            }
            if (!name.startsWith("io.onceward.nats.")) {
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
