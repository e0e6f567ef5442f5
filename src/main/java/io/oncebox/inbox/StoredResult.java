// SPDX-License-Identifier: Apache-2.0
package io.oncebox.inbox;

/**
 * What a handler returned to its first call, as it stands in the table of results.
 *
 * @param fingerprint what the call was made of, where a repetition must be the same; {@code null} where nobody compares
 * @param status of an HTTP response; 0 otherwise
 * @param headers of an HTTP response, as JSON; {@code null} otherwise
 * @param contentType media type of the content; {@code null} if there is none
 * @param content the encoded result; {@code null} if there is none; not copied, treat it as immutable
 * @since 0.1
 */
public record StoredResult(String fingerprint, int status, String headers, String contentType, byte[] content) {}
