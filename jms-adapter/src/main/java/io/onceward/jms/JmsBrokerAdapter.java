// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import io.onceward.jms.check.CheckThreads;
import io.onceward.jms.check.ConnectionTurns;
import io.onceward.spi.BrokerAdapter;
import io.onceward.spi.BrokerContext;
import io.onceward.spi.MessageKind;
import io.onceward.spi.Setting;
import java.util.List;

/** The destinations, settings and messages of Jakarta Messaging, on a server and in a plain JVM. */
abstract class JmsBrokerAdapter implements BrokerAdapter {

    /** How many batches a check may publish until it has its first result. */
    private static final int SEND_TIMEOUTS_OF_CHECK = 3;

    /** A publisher and a source may share a connection. */
    private final ConnectionTurns turns = new ConnectionTurns();

    @Override
    public final String scheme() {
        return JmsUri.SCHEME;
    }

    @Override
    public final List<Setting> settings() {
        return JmsSettings.ALL;
    }

    @Override
    public final List<MessageKind> messageKinds() {
        return JmsMessageKind.ALL;
    }

    /** Returns what runs the checks of a publisher or source. */
    final CheckThreads checkThreads(BrokerContext context) {
        return new CheckThreads(
                context.checkThreads(), turns, context.sendTimeout().multipliedBy(SEND_TIMEOUTS_OF_CHECK));
    }
}
