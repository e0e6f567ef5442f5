// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import io.onceward.spi.ChannelSettings;
import jakarta.jms.ConnectionFactory;

/** Recognises that a broker refused a message because it has it already. Only the client of Artemis tells this by a class. */
final class DuplicateRefusal {

    /** Artemis' exception, which is not on the class path. */
    private static final String ARTEMIS = "ActiveMQDuplicateIdException";

    private static final int MAX_CAUSES = 30;

    private static final String CLIENT = "org.apache.activemq.artemis.";

    private DuplicateRefusal() {}

    /** @throws io.onceward.api.OncewardException if messages would have an id for duplicate detection, by another client */
    static void verify(JmsUri uri, ConnectionFactory factory, ChannelSettings settings) {
        if (uri.detectsDuplicates() && !isOfArtemis(factory.getClass())) {
            throw JmsErrors.duplicateDetection(
                    settings.channel(),
                    settings.key(JmsSettings.DUPLICATE_DETECTION),
                    uri.connectionFactory(),
                    factory.getClass().getName());
        }
    }

    /** Applications may extend the factory of the client. */
    static boolean isOfArtemis(Class<?> type) {
        return type != null && (type.getName().startsWith(CLIENT) || isOfArtemis(type.getSuperclass()));
    }

    static boolean isCauseOf(Throwable failure) {
        Throwable cause = failure;
        for (int i = 0; cause != null && i < MAX_CAUSES; i++) {
            if (cause.getClass().getSimpleName().equals(ARTEMIS)) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }
}
