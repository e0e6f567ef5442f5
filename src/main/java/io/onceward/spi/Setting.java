// SPDX-License-Identifier: Apache-2.0
package io.onceward.spi;

import java.util.Objects;

/**
 * A configuration setting that an adapter knows. A setting with several scopes is declared once for each. Start with {@link #of}
 * and add the default:
 *
 * <pre>{@code Setting.of(Scope.OUTGOING, "acks", "number", "Brokers that confirm a message").withDefault("2")}</pre>
 *
 * <p>Immutable; two are equal if all their values are.
 *
 * @since 0.1
 */
public final class Setting {

    private final Scope scope;
    private final String name;
    private final String type;
    private final String meaning;
    private final String defaultValue;

    private Setting(Scope scope, String name, String type, String meaning, String defaultValue) {
        this.scope = scope;
        this.name = name;
        this.type = type;
        this.meaning = meaning;
        this.defaultValue = defaultValue;
    }

    /**
     * Returns a setting without a default. In a channel, its default is then the value of the global setting of this name, if
     * there is one.
     *
     * @param scope where it may be set; not {@code null}
     * @param name its name: the end of the configuration key; not {@code null}
     * @param type the type of the value, in words; not {@code null}
     * @param meaning what it is for, in a sentence without a full stop at its end; not {@code null}
     * @throws NullPointerException if an argument is {@code null}
     */
    public static Setting of(Scope scope, String name, String type, String meaning) {
        Objects.requireNonNull(scope, "scope");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(meaning, "meaning");
        return new Setting(scope, name, type, meaning, "");
    }

    /**
     * Returns this setting with another default.
     *
     * @param newDefault empty if there is none; not {@code null}
     * @throws NullPointerException if the default is {@code null}
     */
    public Setting withDefault(String newDefault) {
        return new Setting(scope, name, type, meaning, Objects.requireNonNull(newDefault, "newDefault"));
    }

    /** Returns where it may be set. Not {@code null}. */
    public Scope scope() {
        return scope;
    }

    /** Returns its name: the end of the configuration key. Not {@code null}. */
    public String name() {
        return name;
    }

    /** Returns the type of the value, in words. Not {@code null}. */
    public String type() {
        return type;
    }

    /** Returns what it is for, in a sentence without a full stop at its end. Not {@code null}. */
    public String meaning() {
        return meaning;
    }

    /** Returns the default; empty if there is none. Not {@code null}. */
    public String defaultValue() {
        return defaultValue;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Setting that
                && scope == that.scope
                && name.equals(that.name)
                && type.equals(that.type)
                && meaning.equals(that.meaning)
                && defaultValue.equals(that.defaultValue);
    }

    @Override
    public int hashCode() {
        return Objects.hash(scope, name, type, meaning, defaultValue);
    }

    @Override
    public String toString() {
        return "Setting[scope=" + scope + ", name=" + name + ", type=" + type + ", meaning=" + meaning
                + ", defaultValue=" + defaultValue + "]";
    }

    /**
     * The places where a setting may be set.
     *
     * @since 0.1
     */
    public enum Scope {
        /** For all channels of the adapter: {@code onceward.<name>}. */
        GLOBAL("onceward."),
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
