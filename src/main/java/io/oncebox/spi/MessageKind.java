// SPDX-License-Identifier: Apache-2.0
package io.oncebox.spi;

/**
 * A class of received messages.
 *
 * @param type the class or interface; its instances are messages
 * @param reader reads such messages, so that they can be stored
 * @param identity identifies them
 * @since 0.1
 */
public record MessageKind(Class<?> type, MessageReader reader, MessageIdentity identity) {}
