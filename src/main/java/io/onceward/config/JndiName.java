// SPDX-License-Identifier: Apache-2.0
package io.onceward.config;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import javax.naming.InitialContext;
import javax.naming.NameClassPair;
import javax.naming.NamingEnumeration;
import javax.naming.NamingException;

/**
 * The name of a resource of this server. Never a URL, which could make a look-up reach out of the server.
 *
 * @param value such as {@code jdbc/orders} or {@code java:jboss/datasources/orders}
 */
public record JndiName(String value) {

    /** The maximum number of names in a message, with the variants that are left out. */
    private static final int MANY = 40;

    private static final Pattern LOCAL = Pattern.compile("(java:)?[^:\\s]+");

    /** @throws io.onceward.api.OncewardException if it is a URL or no name at all */
    public JndiName {
        if (!isLegal(value)) {
            throw ConfigErrors.illegalJndiName("'" + value + "'");
        }
    }

    /** Returns whether it is a name that stays inside of the server. */
    public static boolean isLegal(String name) {
        return LOCAL.matcher(name).matches();
    }

    /**
     * The name that a key has as its value.
     *
     * @throws io.onceward.api.OncewardException if it is a URL or no name at all, naming the key
     */
    public static String of(String key, String value) {
        if (!isLegal(value)) {
            throw ConfigErrors.illegalJndiName(key + "=" + value);
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

    /**
     * The names in the same context, for messages: what may have been meant. Empty if the context does not exist or
     * does not tell.
     */
    @SuppressWarnings("BanJNDI") // a part of the name, which was checked to stay inside of the server
    public List<String> neighbours() {
        String context = value.substring(0, value.lastIndexOf('/') + 1);
        Set<String> names = new TreeSet<>();
        try {
            NamingEnumeration<NameClassPair> found =
                    new InitialContext().list(context.endsWith("/") ? context.substring(0, context.length() - 1) : "");
            while (found.hasMore() && names.size() < MANY) {
                NameClassPair next = found.next();
                String name = next.getName();
                if (String.valueOf(next.getClassName()).endsWith("Context")) {
                    continue; // a context such as jms/queue, and no resource
                }
                names.add(name.startsWith(context) ? name : context + name); // Payara lists java:comp by whole names
            }
        } catch (NamingException e) {
            return List.of(); // the message then says that nothing is there
        }
        // Servers bind variants of a resource beside it: jdbc/orders__pm.
        return names.stream()
                .filter(name ->
                        name.lastIndexOf("__") < 1 || !names.contains(name.substring(0, name.lastIndexOf("__"))))
                .toList();
    }
}
