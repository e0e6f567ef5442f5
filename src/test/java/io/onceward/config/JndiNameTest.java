// SPDX-License-Identifier: Apache-2.0
package io.onceward.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.Hashtable;
import java.util.Iterator;
import java.util.List;
import javax.naming.Context;
import javax.naming.NameClassPair;
import javax.naming.NamingEnumeration;
import javax.naming.spi.InitialContextFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class JndiNameTest {

    @BeforeEach
    void bind() {
        System.setProperty(Context.INITIAL_CONTEXT_FACTORY, Listing.class.getName());
    }

    @AfterEach
    void unbind() {
        System.clearProperty(Context.INITIAL_CONTEXT_FACTORY);
    }

    @Test
    void namesThatTheServerListsInFullAreNotPrefixedAgain() {
        assertThat(new JndiName("java:comp/Missing").neighbours())
                .containsExactly("java:comp/DefaultDataSource", "java:comp/env");
    }

    /** Jakarta Messaging has jms/queue and jms/topic beside its connection factories. */
    @Test
    void contextsAreNoResources() {
        assertThat(new JndiName("java:comp/Missing").neighbours()).noneMatch(name -> name.matches(".*/(queue|topic)"));
    }

    /** A naming context that lists one name in full and one relative to it. */
    public static final class Listing implements InitialContextFactory {

        @Override
        public Context getInitialContext(Hashtable<?, ?> environment) {
            Iterator<NameClassPair> names = List.of(
                            new NameClassPair("java:comp/env", "x"),
                            new NameClassPair("DefaultDataSource", "x"),
                            new NameClassPair("queue", "javax.naming.Context"),
                            new NameClassPair("topic", "org.jboss.as.naming.NamingContext"))
                    .iterator();
            Object enumeration = Proxy.newProxyInstance(
                    Listing.class.getClassLoader(),
                    new Class<?>[] {NamingEnumeration.class},
                    (proxy, method, arguments) -> method.getName().equals("hasMore") ? names.hasNext() : names.next());
            return (Context) Proxy.newProxyInstance(
                    Listing.class.getClassLoader(),
                    new Class<?>[] {Context.class},
                    (proxy, method, arguments) -> enumeration);
        }
    }
}
