// SPDX-License-Identifier: Apache-2.0
package io.oncebox.config;

import io.oncebox.log.Errors;
import java.util.regex.Pattern;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/**
 * The name of a resource of this server. Never a URL, which could make a look-up reach out of the server.
 *
 * @param value such as {@code jdbc/orders} or {@code java:jboss/datasources/orders}
 */
public record JndiName(String value) {

    private static final Pattern LOCAL = Pattern.compile("(java:)?[^:\\s]+");

    /** @throws io.oncebox.api.OnceboxException if it is a URL or no name at all */
    public JndiName {
        if (!isLegal(value)) {
            throw Errors.illegalJndiName("'" + value + "'");
        }
    }

    /** Whether it is a name that stays inside of the server. */
    public static boolean isLegal(String name) {
        return LOCAL.matcher(name).matches();
    }

    /**
     * The name that a key has as its value.
     *
     * @throws io.oncebox.api.OnceboxException if it is a URL or no name at all, naming the key
     */
    public static String of(String key, String value) {
        if (!isLegal(value)) {
            throw Errors.illegalJndiName(key + "=" + value);
        }
        return value;
    }

    /**
     * Looks it up.
     *
     * @throws NamingException if nothing has this name
     * @throws ClassCastException if what has it is of another type
     */
    @SuppressWarnings("BanJNDI") // the name was checked to stay inside of the server
    public <T> T lookup(Class<T> type) throws NamingException {
        return type.cast(InitialContext.doLookup(value));
    }
}
