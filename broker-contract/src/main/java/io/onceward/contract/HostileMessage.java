// SPDX-License-Identifier: Apache-2.0
package io.onceward.contract;

/**
 * A message with which another application might stop a receiver.
 *
 * @param text the text of the message, which tells it from others
 * @param sending sends the message
 */
public record HostileMessage(String text, Sending sending) {

    /** Sends a message to a destination. */
    @FunctionalInterface
    public interface Sending {

        void to(String destination) throws Exception;
    }
}
