// SPDX-License-Identifier: Apache-2.0
package io.onceward.spi;

/**
 * The settings of one channel. A setting that the channel does not have has the value of the
 * {@linkplain Setting.Scope#GLOBAL global} setting of the same name, if the adapter declared one.
 *
 * @since 0.1
 */
public interface ChannelSettings extends Settings {

    /**
     * The setting for the destination of events, or the origin of messages. The engine removes the scheme of the adapter from
     * the value: for {@code memory:orders}, the adapter for {@code memory} gets {@code orders}.
     */
    String DESTINATION = "destination";

    /** Returns the channel's name. */
    String channel();
}
