// SPDX-License-Identifier: Apache-2.0
package io.onceward.memory;

import io.onceward.spi.MessageReader;

/** Reads messages of brokers in memory. */
final class MemoryReader implements MessageReader {

    @Override
    public Content read(Object received) {
        MemoryMessage message = (MemoryMessage) received;
        if (message.body() == null) {
            throw new IllegalArgumentException("it has no body");
        }
        return Content.of(message.body(), "text/plain")
                .withKey(message.key())
                .withType(message.type())
                .withHeaders(message.headers());
    }
}
