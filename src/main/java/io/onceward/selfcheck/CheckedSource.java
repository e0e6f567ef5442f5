// SPDX-License-Identifier: Apache-2.0
package io.onceward.selfcheck;

import io.onceward.spi.ChannelSettings;
import io.onceward.spi.MessageSource;
import io.onceward.spi.Transactions;
import java.time.Duration;

/** A source that receives only by connections whose check has passed. Thread-safe. */
public final class CheckedSource implements MessageSource {

    private final MessageSource source;
    private final Transactions transactions;
    private final ConnectionChecks checks;

    /**
     * @param transactions in which the checks run
     * @param threads run the checks
     */
    public CheckedSource(MessageSource source, Transactions transactions, CheckThreads threads) {
        this.source = source;
        this.transactions = transactions;
        this.checks = new ConnectionChecks(threads, OwnCheck.isIn(source));
    }

    /** Returns the check of the connection that leads to an origin. */
    public ConnectionCheck checkOf(String origin) {
        return checks.of(connection(origin), () -> source.check(origin, transactions));
    }

    @Override
    public void check(String origin, Transactions others) throws Exception {
        source.check(origin, others);
    }

    @Override
    public int receive(String origin, int limit, Duration patience, Sink sink) throws Exception {
        checkOf(origin).require();
        return source.receive(origin, limit, patience, sink);
    }

    @Override
    public String origin(ChannelSettings settings) {
        return source.origin(settings);
    }

    @Override
    public void verify(ChannelSettings settings, String origin) {
        source.verify(settings, origin);
    }

    @Override
    public String connection(String origin) {
        return source.connection(origin);
    }

    @Override
    public void close() {
        checks.close();
        source.close();
    }
}
