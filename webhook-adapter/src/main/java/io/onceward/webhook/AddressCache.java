// SPDX-License-Identifier: Apache-2.0
package io.onceward.webhook;

import java.security.Security;
import java.util.Optional;
import java.util.function.ToIntFunction;

/** The cache of the JVM for the addresses of hosts. The JVM reads two properties: the second one only if the first is no number. */
final class AddressCache {

    private static final String SECURITY_PROPERTY = "networkaddress.cache.ttl";

    private static final String SYSTEM_PROPERTY = "sun.net.inetaddr.ttl";

    private AddressCache() {}

    /** Returns the name of the property that turns the cache off; empty if the JVM caches addresses. */
    static Optional<String> offBy() {
        return offBy(Security.getProperty(SECURITY_PROPERTY), System.getProperty(SYSTEM_PROPERTY));
    }

    /**
     * Returns the same for values of the properties.
     *
     * @param security {@code null} if it is not set
     * @param system {@code null} if it is not set
     */
    static Optional<String> offBy(String security, String system) {
        Optional<Integer> seconds = number(security, Integer::parseInt);
        if (seconds.isPresent()) {
            return seconds.filter(AddressCache::isOff).map(off -> SECURITY_PROPERTY);
        }
        return number(system, Integer::decode).filter(AddressCache::isOff).map(off -> SYSTEM_PROPERTY);
    }

    /** A negative number means that addresses are cached for ever. */
    private static boolean isOff(int seconds) {
        return seconds == 0;
    }

    private static Optional<Integer> number(String text, ToIntFunction<String> parser) {
        try {
            return text == null ? Optional.empty() : Optional.of(parser.applyAsInt(text));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }
}
