// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.contestants;

/** A consumer that goes on with other keys while one message takes long. */
public interface DelayedConsumer extends Consumer {

    /** Has the handling of the message with this number last until {@link #goOn}. */
    void delay(long number);

    /** Waits until the message is being handled. */
    void awaitDelayed() throws InterruptedException;

    void goOn();
}
