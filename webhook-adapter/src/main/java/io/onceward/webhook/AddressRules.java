// SPDX-License-Identifier: Apache-2.0
package io.onceward.webhook;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The addresses that events may be sent to: public ones, and blocks that the configuration allows. Immutable.
 *
 * <p>Java represents an IPv6 address that contains an IPv4 address ({@code ::ffff:127.0.0.1}) as the IPv4 address.
 */
final class AddressRules {

    private static final Map<AddressBlock, String> REFUSED = new LinkedHashMap<>();

    /** The last four bytes of these addresses are the IPv4 address that a gateway (NAT64) connects to. */
    private static final AddressBlock NAT64 = AddressBlock.parse("64:ff9b::/96");

    private static final int IPV4_START = 12;

    static {
        refuse("a loopback address", "127.0.0.0/8", "::1");
        refuse("a link-local address", "169.254.0.0/16", "fe80::/10");
        refuse("a private address", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7", "fec0::/10");
        refuse("a private address of a provider", "100.64.0.0/10", "168.63.129.16");
        refuse("a wildcard address", "0.0.0.0/8", "::");
        refuse("a multicast address", "224.0.0.0/4", "ff00::/8");
        refuse("a reserved address", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.18.0.0/15");
        refuse("a reserved address", "198.51.100.0/24", "203.0.113.0/24", "240.0.0.0/4");
        refuse("a reserved address", "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20");
        refuse("a reserved address", "::/3", "4000::/2", "8000::/1"); // all but global unicast, 2000::/3
    }

    private final List<AddressBlock> allowed;

    private AddressRules(List<AddressBlock> allowed) {
        this.allowed = allowed;
    }

    private static void refuse(String kind, String... blocks) {
        for (String block : blocks) {
            REFUSED.put(AddressBlock.parse(block), kind);
        }
    }

    /** @throws IllegalArgumentException if the text is not a list of blocks, separated by commas */
    static AddressRules allowing(String blocks) {
        return new AddressRules(Arrays.stream(blocks.split(","))
                .map(String::strip)
                .filter(block -> !block.isEmpty())
                .map(AddressBlock::parse)
                .toList());
    }

    /** Returns what kind of a refused address this is; empty if events may be sent to it. */
    Optional<String> refusedKind(InetAddress address) {
        return refusedKind(address.getAddress());
    }

    private Optional<String> refusedKind(byte[] address) {
        if (allowed.stream().anyMatch(block -> block.contains(address))) {
            return Optional.empty();
        }
        if (NAT64.contains(address)) {
            return refusedKind(Arrays.copyOfRange(address, IPV4_START, address.length));
        }
        return REFUSED.entrySet().stream()
                .filter(block -> block.getKey().contains(address))
                .map(Map.Entry::getValue)
                .findFirst();
    }
}
