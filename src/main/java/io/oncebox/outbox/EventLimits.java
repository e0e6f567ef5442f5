// SPDX-License-Identifier: Apache-2.0
package io.oncebox.outbox;

/**
 * The configured limits of an event.
 *
 * @param payloadSize most bytes of an encoded payload
 * @param headersSize most bytes of all headers
 */
public record EventLimits(int payloadSize, int headersSize) {}
