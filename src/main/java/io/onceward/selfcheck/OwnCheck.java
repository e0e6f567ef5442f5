// SPDX-License-Identifier: Apache-2.0
package io.onceward.selfcheck;

import io.onceward.spi.EventPublisher;
import io.onceward.spi.MessageSource;
import io.onceward.spi.Transactions;

/** Tells whether an adapter has anything to check, so that the check of another adapter takes no thread. */
final class OwnCheck {

    private OwnCheck() {}

    static boolean isIn(EventPublisher publisher) {
        return isIn(publisher.getClass(), EventPublisher.class);
    }

    static boolean isIn(MessageSource source) {
        return isIn(source.getClass(), MessageSource.class);
    }

    /** Returns whether the type overrides the method by which the interface checks nothing. */
    private static boolean isIn(Class<?> type, Class<?> spi) {
        try {
            return type.getMethod("check", String.class, Transactions.class).getDeclaringClass() != spi;
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e); // the interface has it
        }
    }
}
