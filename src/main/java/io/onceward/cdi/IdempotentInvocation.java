// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi;

import io.onceward.api.KeyResolver;
import io.onceward.api.MessageKeyResolver;
import io.onceward.inbox.MessageIdentities;
import java.lang.reflect.Method;

/** One call of an idempotent method. */
record IdempotentInvocation(IdempotentMethod called, Method method, Object[] arguments, OncewardContainer container) {

    /** Returns what identifies the call; never blank. */
    String key() throws Exception {
        return called.key().text(this);
    }

    /** Returns the identity that every message has. */
    String identity() throws Exception {
        return identities().of(called.handler(), called.member(), arguments);
    }

    String property(String name) throws Exception {
        return identities()
                .property(called.handler(), called.member(), arguments, name)
                .orElse(null);
    }

    String header(String name) throws Exception {
        return identities()
                .header(called.handler(), called.member(), arguments, name)
                .orElse(null);
    }

    String resolve(Class<? extends KeyResolver> resolver) throws Exception {
        return container.resolver(resolver).keyOf(method, arguments);
    }

    String resolveMessage(Class<? extends MessageKeyResolver> resolver) throws Exception {
        return container
                .messageKeyResolver(resolver)
                .keyOf(identities().receivedMessage(called.handler(), called.member(), arguments));
    }

    private MessageIdentities identities() {
        return container.engine().inbox().identities();
    }
}
