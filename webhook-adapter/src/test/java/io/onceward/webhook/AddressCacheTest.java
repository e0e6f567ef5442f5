// SPDX-License-Identifier: Apache-2.0
package io.onceward.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AddressCacheTest {

    @TempDir
    private Path folder;

    /** Each row is also tried in a JVM of its own: its name service is a file, which changes between two look-ups. */
    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "-, -, -",
                "0, -, networkaddress.cache.ttl",
                "00, -, networkaddress.cache.ttl",
                "0, 30, networkaddress.cache.ttl",
                "-, 0, sun.net.inetaddr.ttl",
                "-, 0x0, sun.net.inetaddr.ttl",
                "x, 0, sun.net.inetaddr.ttl",
                "30, 0, -",
                "-1, 0, -",
                "-, 30, -",
                "-, -1, -",
                "-, x, -",
                "0x0, -, -"
            })
    void propertyThatTurnsTheCacheOffIsFoundAsTheJvmReadsIt(String security, String system, String off)
            throws Exception {
        assertThat(java.util.Optional.ofNullable(off)).isEqualTo(AddressCache.offBy(security, system));
        assertThat(isCached(security, system)).isEqualTo(off == null);
    }

    private boolean isCached(String security, String system) throws Exception {
        Path properties = Files.writeString(
                folder.resolve("security"), security == null ? "" : "networkaddress.cache.ttl=" + security + "\n");
        Path hosts = Files.createFile(folder.resolve("hosts"));
        Process jvm = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-Djava.security.properties=" + properties,
                        "-Djdk.net.hosts.file=" + hosts,
                        system == null ? "-Dnothing=" : "-Dsun.net.inetaddr.ttl=" + system,
                        TwoLookUps.class.getName(),
                        hosts.toString()))
                .redirectOutput(folder.resolve("out").toFile())
                .redirectErrorStream(true)
                .start();
        assertThat(jvm.waitFor(3, TimeUnit.MINUTES)).isTrue();
        String out = Files.readString(folder.resolve("out")).strip();
        assertThat(out).isIn("192.0.2.1", "192.0.2.2");
        return out.equals("192.0.2.1");
    }

    /** Prints the address of a host whose address has changed since the previous look-up. */
    static final class TwoLookUps {

        private TwoLookUps() {}

        public static void main(String[] arguments) throws Exception {
            Path hosts = Path.of(arguments[0]);
            Files.writeString(hosts, "192.0.2.1 hooks.example.com\n");
            InetAddress.getAllByName("hooks.example.com");
            Files.writeString(hosts, "192.0.2.2 hooks.example.com\n");
            System.out.println(InetAddress.getByName("hooks.example.com").getHostAddress());
        }
    }
}
