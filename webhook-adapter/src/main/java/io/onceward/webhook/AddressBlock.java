// SPDX-License-Identifier: Apache-2.0
package io.onceward.webhook;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Pattern;

/** Addresses with a common prefix, such as {@code 10.0.0.0/8}. Immutable. */
final class AddressBlock {

    private static final Pattern IPV6 = Pattern.compile("[0-9a-fA-F.]*:[0-9a-fA-F:.]*");

    private final byte[] start;
    private final int bits;

    private AddressBlock(byte[] start, int bits) {
        this.start = start;
        this.bits = bits;
    }

    /**
     * Returns the block of {@code ADDRESS/BITS}, or of one {@code ADDRESS}. No name is resolved.
     *
     * @throws IllegalArgumentException if the text is neither
     */
    static AddressBlock parse(String text) {
        int slash = text.indexOf('/');
        String address = slash < 0 ? text : text.substring(0, slash);
        if (!WebhookUrl.isIpv4(address) && !IPV6.matcher(address).matches()) {
            throw new IllegalArgumentException(text);
        }
        try {
            byte[] start = InetAddress.getByName(address).getAddress();
            int all = start.length * Byte.SIZE;
            int bits = slash < 0 ? all : Integer.parseInt(text.substring(slash + 1));
            if (bits < 0 || bits > all) {
                throw new IllegalArgumentException(text);
            }
            return new AddressBlock(start, bits);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(text, e);
        }
    }

    /** Returns whether an address, in network byte order, is in the block. */
    boolean contains(byte[] address) {
        if (address.length != start.length) {
            return false;
        }
        for (int bit = 0; bit < bits; bit++) {
            int mask = 0x80 >> bit % Byte.SIZE;
            if (((address[bit / Byte.SIZE] ^ start[bit / Byte.SIZE]) & mask) != 0) {
                return false;
            }
        }
        return true;
    }
}
