// SPDX-License-Identifier: Apache-2.0
package io.onceward.outbox;

/**
 * The configured limits of an event.
 *
 * @param payloadSize maximum of an encoded payload, in bytes
 * @param headersSize maximum of all headers together, in bytes
 * @param parksExpired whether the relay parks expired events; otherwise it drops them
 */
public record EventLimits(int payloadSize, int headersSize, boolean parksExpired) {

    /** Creates limits with which the relay drops expired events. */
    public EventLimits(int payloadSize, int headersSize) {
        this(payloadSize, headersSize, false);
    }
}
