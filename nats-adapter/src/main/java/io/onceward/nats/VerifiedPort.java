// SPDX-License-Identifier: Apache-2.0
package io.onceward.nats;

import io.nats.client.Connection;
import io.nats.client.Options;
import io.nats.client.impl.SocketDataPort;
import io.nats.client.support.NatsUri;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/**
 * The socket of a connection. With TLS it accepts only a certificate for the host of the server: the NATS client accepts that of any
 * host. Public because the NATS client instantiates it by its name; not for applications. Used as the client uses its own socket.
 *
 * @since 0.1
 */
public class VerifiedPort extends SocketDataPort {

    /** Called by the NATS client. */
    public VerifiedPort() {}

    @Override
    public void upgradeToSecure() throws IOException {
        Options options = ((Connection) connection).getOptions();
        String name = configuredName(options.getNatsServerUris());
        SSLSocket secured =
                (SSLSocket) options.getSslContext().getSocketFactory().createSocket(socket, name, port, true);
        secured.setUseClientMode(true);
        SSLParameters parameters = secured.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        secured.setSSLParameters(parameters);
        int timeout = secured.getSoTimeout();
        secured.setSoTimeout((int) options.getConnectionTimeout().toMillis());
        secured.startHandshake();
        secured.setSoTimeout(timeout);
        socket = secured;
        in = secured.getInputStream();
        out = secured.getOutputStream();
        isSecure = true;
    }

    /** The client resolves names before it connects. Returns the configured name of the address; the address if none has it. */
    private String configuredName(List<NatsUri> servers) throws UnknownHostException {
        InetAddress address = InetAddress.getByName(host);
        for (NatsUri each : servers) {
            if (each.getHost().equals(host) || isNameOf(address, each.getHost())) {
                return each.getHost();
            }
        }
        return host;
    }

    private static boolean isNameOf(InetAddress address, String name) {
        try {
            return List.of(InetAddress.getAllByName(name)).contains(address);
        } catch (UnknownHostException e) {
            return false;
        }
    }
}
