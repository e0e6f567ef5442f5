// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.beans;

import io.onceward.api.KeyResolver;
import io.onceward.api.MessageKeyResolver;
import io.onceward.cdi.deployment.IdempotentMethod;
import io.onceward.cdi.deployment.KeyedCall;
import io.onceward.inbox.MessageIdentities;
import java.lang.reflect.Method;

/** One call of an idempotent method. */
record IdempotentInvocation(
        IdempotentMethod called, Method method, Object[] arguments, MessageIdentities identities, IdempotentBeans beans)
        implements KeyedCall {

    @Override
    public String identity() throws Exception {
        return identities.of(called.handler(), called.member(), arguments);
    }

    @Override
    public String property(String name) throws Exception {
        return identities
                .property(called.handler(), called.member(), arguments, name)
                .orElse(null);
    }

    @Override
    public String header(String name) throws Exception {
        return identities
                .header(called.handler(), called.member(), arguments, name)
                .orElse(null);
    }

    @Override
    public String resolve(Class<? extends KeyResolver> resolver) throws Exception {
        return beans.resolver(resolver).keyOf(method, arguments);
    }

    @Override
    public String resolveMessage(Class<? extends MessageKeyResolver> resolver) throws Exception {
        return beans.messageKeyResolver(resolver)
                .keyOf(identities.receivedMessage(called.handler(), called.member(), arguments));
    }
}
