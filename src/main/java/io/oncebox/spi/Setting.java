// SPDX-License-Identifier: Apache-2.0
package io.oncebox.spi;

import java.util.Objects;

/**
 * A configuration setting that an adapter knows. A setting with several scopes is declared once for each.
 *
 * @param scope where it may be set; not {@code null}
 * @param name its name: the end of the configuration key; not {@code null}
 * @param type the type of the value, in words; not {@code null}
 * @param defaultValue the default; empty if there is none, or it is the value of the global setting of this name; not {@code
 *     null}
 * @param meaning what it is for, in a sentence without a full stop at its end; not {@code null}
 * @since 0.1
 */
public record Setting(Scope scope, String name, String type, String defaultValue, String meaning) {

    /** @throws NullPointerException if a component is {@code null} */
    public Setting {
        Objects.requireNonNull(scope, "scope");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(defaultValue, "defaultValue");
        Objects.requireNonNull(meaning, "meaning");
    }

    /**
     * The places where a setting may be set.
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
