// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import io.onceward.spi.BrokerAdapter;
import io.onceward.spi.MessageKind;
import io.onceward.spi.Setting;
import java.util.List;

/** The destinations, settings and messages of Jakarta Messaging, on a server and in a plain JVM. */
abstract class JmsBrokerAdapter implements BrokerAdapter {

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
}
