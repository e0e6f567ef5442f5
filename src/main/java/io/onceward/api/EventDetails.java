// SPDX-License-Identifier: Apache-2.0
package io.onceward.api;

import java.util.Map;

/**
 * An event with its headers and the size of its payload. Show the values of headers only to users who may see them; {@code
 * toString()} of Onceward's implementation does not contain them.
 *
 * <p>Implementations are immutable and come from Onceward; applications don't implement this interface, and later versions add
 * methods to it.
 *
 * @since 0.1
 */
public interface EventDetails {

    /** Returns the event without its headers and payload. Not {@code null}. */
    EventSummary summary();

    /** Returns the media type of the payload. Not {@code null}. */
    String contentType();

    /** Returns the headers, unmodifiable; empty if another writer left headers that can't be read. Not {@code null}. */
    Map<String, String> headers();

    /** Returns the size of the payload in its row, in bytes. */
    int size();
}
