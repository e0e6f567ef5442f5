// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms.check;

import io.onceward.spi.ChannelSettings;
import io.onceward.spi.ConnectionProbe;
import io.onceward.spi.MessageSource;
import io.onceward.spi.Transactions;
import java.time.Duration;

/** A source that receives only by connections whose check has passed. Thread-safe. */
public final class CheckedSource implements MessageSource, ConnectionProbe {

    private final MessageSource source;
    private final ConnectionChecks checks;

    /**
     * @param probed checks the connections of the source
     * @param transactions in which the checks run
     * @param threads run the checks
     */
    public CheckedSource(MessageSource source, Probed probed, Transactions transactions, CheckThreads threads) {
        this.source = source;
        this.checks = new ConnectionChecks(probed, transactions, threads);
    }

    @Override
    public String connection(String address) {
        return checks.connection(address);
    }

    @Override
    public void requireSound(String connection, Duration patience) throws Exception {
        checks.of(connection).require(patience);
    }

    @Override
    public int receive(String origin, int limit, Duration patience, Sink sink) throws Exception {
        checks.of(connection(origin)).require();
        return source.receive(origin, limit, patience, sink);
    }

    @Override
    public String origin(ChannelSettings settings) {
        return source.origin(settings);
    }

    @Override
    public boolean divideMessages(String one, String other) {
        return source.divideMessages(one, other);
    }

    @Override
    public void verify(ChannelSettings settings, String origin) {
        source.verify(settings, origin);
    }

    @Override
    public void close() {
        checks.close();
        source.close();
    }
}
