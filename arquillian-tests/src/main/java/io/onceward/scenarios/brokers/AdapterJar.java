// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.brokers;

import io.onceward.scenarios.fixture.Fixtures;
import io.onceward.spi.BrokerAdapter;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.spec.JavaArchive;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/** The JAR of an adapter, with the libraries that Maven adds with it. */
public final class AdapterJar {

    private AdapterJar() {}

    /** @param module the folder of the adapter, which was built */
    public static WebArchive addTo(WebArchive application, Class<? extends BrokerAdapter> adapter, String module) {
        return libraries(application, module)
                .addAsLibrary(ShrinkWrap.create(JavaArchive.class, "onceward-" + module + ".jar")
                        .addPackage(adapter.getPackage())
                        .addAsServiceProvider(BrokerAdapter.class, adapter));
    }

    private static WebArchive libraries(WebArchive application, String module) {
        Path classPath = Path.of(
                Fixtures.required("onceward.server.configuration"), "..", "..", module, "target", "class-path.txt");
        if (!Files.exists(classPath)) {
            return application; // the adapter needs no library
        }
        try {
            File[] libraries = Stream.of(Files.readString(classPath).strip().split(File.pathSeparator))
                    .map(File::new)
                    .toArray(File[]::new);
            return application.addAsLibraries(libraries);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
