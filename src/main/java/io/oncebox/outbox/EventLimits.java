// SPDX-License-Identifier: Apache-2.0
package io.oncebox.outbox;

/**
 * The configured limits of an event.
 *
 * @param payloadSize maximum of an encoded payload, in bytes
 * @param headersSize maximum of all headers together, in bytes
 */
public record EventLimits(int payloadSize, int headersSize) {}
