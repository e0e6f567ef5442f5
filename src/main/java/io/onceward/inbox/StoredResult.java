// SPDX-License-Identifier: Apache-2.0
package io.onceward.inbox;

/**
 * The result of a first call, as the table of results stores it.
 *
 * @param fingerprint hash of the request that a repeated one must equal; {@code null} if requests are not compared
 * @param status of an HTTP response; 0 otherwise
 * @param headers of an HTTP response, as JSON; {@code null} otherwise
 * @param contentType media type of the content; {@code null} if there is none
 * @param content the encoded result; {@code null} if there is none; not copied, treat it as immutable
 */
public record StoredResult(String fingerprint, int status, String headers, String contentType, byte[] content) {}
