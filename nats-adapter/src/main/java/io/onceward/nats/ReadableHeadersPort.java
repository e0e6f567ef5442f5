// SPDX-License-Identifier: Apache-2.0
package io.onceward.nats;

import java.io.IOException;
import java.io.InputStream;

/**
 * The socket of a connection that receives. It changes headers that the NATS client can't read: one message with such headers
 * would end the client's reading thread, on each delivery. Messages of NATS' JavaScript clients need that, because these write
 * values that are not ASCII in UTF-8 (tried with {@code nats} 2.29.3 and {@code @nats-io/transport-node} 3.4.0). Public because
 * the NATS client instantiates it by its name; not for applications. Used as the client uses its own socket.
 *
 * @since 0.1
 */
public final class ReadableHeadersPort extends VerifiedPort {

    private InputStream wrapped;
    private ReadableHeadersStream readable;

    /** Called by the NATS client. */
    public ReadableHeadersPort() {}

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (in != wrapped) { // TLS begins on an open socket
            wrapped = in;
            readable = new ReadableHeadersStream(in);
        }
        return readable.read(target, offset, length);
    }
}
