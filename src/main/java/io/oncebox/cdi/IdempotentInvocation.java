// SPDX-License-Identifier: Apache-2.0
package io.oncebox.cdi;

import io.oncebox.api.KeyResolver;
import io.oncebox.inbox.MessageIdentities;
import java.lang.reflect.Method;

/** One call of a guarded method. */
record IdempotentInvocation(IdempotentMethod guarded, Method method, Object[] arguments, OnceboxContainer container) {

    String key() throws Exception {
        return guarded.key().text(this);
    }

    /** The identity that every message has. */
    String identity() throws Exception {
        return identities().of(guarded.handler(), guarded.member(), arguments);
    }

    String property(String name) throws Exception {
        return identities()
                .property(guarded.handler(), guarded.member(), arguments, name)
                .orElse(null);
    }

    String header(String name) throws Exception {
        return identities()
                .header(guarded.handler(), guarded.member(), arguments, name)
                .orElse(null);
    }

    String resolve(Class<? extends KeyResolver> resolver) throws Exception {
        return container.resolver(resolver).keyOf(method, arguments);
    }

    private MessageIdentities identities() {
        return container.engine().inbox().identities();
    }
}
