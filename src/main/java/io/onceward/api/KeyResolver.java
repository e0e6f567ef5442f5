// SPDX-License-Identifier: Apache-2.0
package io.onceward.api;

import java.lang.reflect.Method;

/**
 * Makes the key of a call from its arguments, for {@link Idempotent#resolver()}. For keys of messages, {@link
 * MessageKeyResolver} is simpler.
 *
 * <p>Implementations are CDI beans, each resolvable by its class. They must be thread-safe, unless their scope gives each thread
 * its own instance.
 *
 * @since 0.1
 */
@FunctionalInterface
public interface KeyResolver {

    /**
     * Returns the key of a call: the same for each repetition, and a different one for each other call of the handler.
     *
     * @param method the called method; not {@code null}
     * @param arguments the arguments of the call; not {@code null}, but each may be. Don't change them
     * @return {@code null} or blank if the call has no key: Onceward then refuses the call ({@code OWD-0121})
     * @throws Exception if the key can't be determined; the call fails with {@code OWD-0125}
     */
    String keyOf(Method method, Object[] arguments) throws Exception;
}
