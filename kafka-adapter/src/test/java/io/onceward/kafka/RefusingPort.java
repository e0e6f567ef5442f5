// SPDX-License-Identifier: Apache-2.0
package io.onceward.kafka;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;

/** A port of the loopback address that refuses connections until this is closed: it is bound, so no server gets it, and nothing listens. */
final class RefusingPort implements AutoCloseable {

    private final SocketChannel bound;

    RefusingPort() throws IOException {
        bound = SocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    String address() throws IOException {
        return "127.0.0.1:" + ((InetSocketAddress) bound.getLocalAddress()).getPort();
    }

    @Override
    public void close() throws IOException {
        bound.close();
    }
}
