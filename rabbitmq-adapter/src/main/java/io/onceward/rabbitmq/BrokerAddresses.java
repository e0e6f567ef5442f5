// SPDX-License-Identifier: Apache-2.0
package io.onceward.rabbitmq;

import com.rabbitmq.client.Address;
import io.onceward.spi.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The configured addresses of the broker's nodes. A URI with a user and password is no address, and may stand there by mistake. So
 * neither a refusal nor a description repeats the text of an illegal address.
 */
final class BrokerAddresses {

    private static final int MAX_PORT = 65_535;

    private BrokerAddresses() {}

    /**
     * Returns the addresses. The client uses the standard port for an address without one.
     *
     * @throws io.onceward.api.OncewardException if there is none, or one is illegal
     */
    static List<Address> of(Settings settings) {
        String key = settings.key(RabbitSettings.ADDRESSES);
        String[] texts = settings.value(RabbitSettings.ADDRESSES)
                .orElseThrow(() -> RabbitErrors.noBroker(key))
                .split(",", -1);
        List<Address> addresses = new ArrayList<>();
        for (String text : texts) {
            Address address = address(text.strip());
            if (address == null) {
                throw RabbitErrors.illegalAddress(addresses.size() + 1, texts.length, key);
            }
            addresses.add(address);
        }
        return addresses;
    }

    /** Returns the addresses in a text for operators, with a question mark for each illegal one. */
    static String describe(Settings settings) {
        return settings.value(RabbitSettings.ADDRESSES).stream()
                .flatMap(value -> Stream.of(value.split(",", -1)))
                .map(String::strip)
                .map(text -> address(text) == null ? "?" : text)
                .collect(Collectors.joining(","));
    }

    /** Returns the address; {@code null} if the text is not one. */
    private static Address address(String text) {
        try {
            Address address = Address.parseAddress(text);
            boolean hasNoPort = address.getPort() == -1 && !text.endsWith(":");
            boolean hasLegalPort = address.getPort() > 0 && address.getPort() <= MAX_PORT;
            boolean isLegal = isHost(address.getHost()) && (hasNoPort || hasLegalPort);
            return isLegal ? address : null;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private static boolean isHost(String host) {
        return !host.isBlank() && host.indexOf('@') < 0 && host.indexOf('/') < 0;
    }
}
