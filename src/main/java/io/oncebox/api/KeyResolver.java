// SPDX-License-Identifier: Apache-2.0
package io.oncebox.api;

import java.lang.reflect.Method;

/**
 * Makes the identity of a call out of its arguments, for {@link Idempotent#resolver()}. Implementations are CDI beans, each
 * resolvable by its class, and thread-safe unless their scope makes them so.
 *
 * @since 0.1
 */
public interface KeyResolver {

    /**
     * The identity of a call: the same for each repetition, and another one for each other call of the handler.
     *
     * @param method the called method
     * @param arguments what it is called with; don't change them
     * @return {@code null} or blank if the call has none: it is then refused
     * @throws Exception if there is no telling; the call fails with it
     */
    String keyOf(Method method, Object[] arguments) throws Exception;
}
