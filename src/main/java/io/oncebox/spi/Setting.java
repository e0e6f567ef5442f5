// SPDX-License-Identifier: Apache-2.0
package io.oncebox.spi;

/**
 * A configuration setting that an adapter knows. A setting with several scopes is declared once for each.
 *
 * @param scope where it may be set
 * @param name its name: the end of the configuration key
 * @param type the type of the value, in words
 * @param defaultValue the default; empty if there is none, or it is the value of the global setting of this name
 * @param meaning what it is for, in a sentence without a full stop at its end
 * @since 0.1
 */
public record Setting(Scope scope, String name, String type, String defaultValue, String meaning) {

    /**
     * Where a setting may be set.
     *
     * @since 0.1
     */
    public enum Scope {
        /** For all channels of the adapter: {@code oncebox.<name>}. */
        GLOBAL("oncebox."),
        /** For an outgoing channel: {@code mp.messaging.outgoing.<channel>.<name>}. */
        OUTGOING("mp.messaging.outgoing."),
        /** For an incoming channel: {@code mp.messaging.incoming.<channel>.<name>}. */
        INCOMING("mp.messaging.incoming.");

        private final String prefix;

        Scope(String prefix) {
            this.prefix = prefix;
        }

        /** Returns what the keys start with. */
        public String prefix() {
            return prefix;
        }
    }
}
