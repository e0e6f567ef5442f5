// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.deployment;

import io.onceward.api.KeyResolver;
import io.onceward.api.MessageKeyResolver;

/** One call of an idempotent method, which its key identifies. */
public interface KeyedCall {

    /** Returns the called method. */
    IdempotentMethod called();

    /** Returns the arguments of the call. */
    Object[] arguments();

    /** Returns the identity that every message has. */
    String identity() throws Exception;

    /** Returns a property of the message; {@code null} if it has none of this name. */
    String property(String name) throws Exception;

    /** Returns a header of the message; {@code null} if it has none of this name. */
    String header(String name) throws Exception;

    /** Returns the key that a resolver reads from the arguments. */
    String resolve(Class<? extends KeyResolver> resolver) throws Exception;

    /** Returns the key that a resolver reads from the message. */
    String resolveMessage(Class<? extends MessageKeyResolver> resolver) throws Exception;

    /** Returns what identifies the call; never blank. */
    default String key() throws Exception {
        return called().key().text(this);
    }
}
