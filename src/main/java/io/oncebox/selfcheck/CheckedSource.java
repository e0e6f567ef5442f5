// SPDX-License-Identifier: Apache-2.0
package io.oncebox.selfcheck;

import io.oncebox.spi.ChannelSettings;
import io.oncebox.spi.MessageSource;
import java.time.Duration;
import java.util.concurrent.Executor;

/** A source that receives only by connections whose check has passed. Thread-safe. */
public final class CheckedSource implements MessageSource {

    private final MessageSource source;
    private final ConnectionChecks checks;

    /** @param executor ends a check that hangs */
    public CheckedSource(MessageSource source, Executor executor) {
        this.source = source;
        this.checks = new ConnectionChecks(executor);
    }

    /**
     * Checks the connection of a channel at deployment.
     *
     * @throws io.oncebox.api.OnceboxException if the connection is unsound
     */
    public void checkAtDeployment(String origin) {
        checks.atDeployment(connection(origin), () -> source.check(origin));
    }

    @Override
    public void check(String origin) throws Exception {
        checks.require(connection(origin), () -> source.check(origin));
    }

    @Override
    public int receive(String origin, int limit, Duration patience, Sink sink) throws Exception {
        check(origin);
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
        source.close();
    }
}
