// SPDX-License-Identifier: Apache-2.0
package io.oncebox.spi;

/**
 * The settings of one channel. A setting that the channel does not have has the value of the
 * {@linkplain Setting.Scope#GLOBAL global} setting of the same name, if the adapter declared one.
 *
 * @since 0.1
 */
public interface ChannelSettings extends Settings {

    /**
     * The setting that says where events go, or where messages come from. The engine takes the scheme of the adapter away from
     * the front of its value: of {@code memory:orders} the adapter for {@code memory} sees {@code orders}.
     */
    String DESTINATION = "destination";

    /** Returns the channel's name. */
    String channel();
}
