// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.deployment;

import io.onceward.inbox.FailureTypes;
import io.onceward.queue.KeyText;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.List;

/**
 * A method whose calls are recorded, and run after the commit.
 *
 * @param name its name in the configuration and in rows
 * @param member the method, for messages
 * @param bean the class of the bean
 * @param method the method
 * @param parameters the types to decode its arguments to
 * @param version the version of the parameters
 * @param keyPosition the position of the argument that is the key of a call; negative if there is none
 * @param failureTypes the exception types by which its failures differ
 */
public record DurableMethod(
        String name,
        String member,
        Class<?> bean,
        Method method,
        List<Type> parameters,
        int version,
        int keyPosition,
        FailureTypes failureTypes) {

    /**
     * Returns the key of a call with these arguments; {@code null} if it has none.
     *
     * @throws io.onceward.api.OncewardException if the argument has no text
     */
    public String key(Object[] arguments) {
        try {
            return keyPosition < 0 ? null : KeyText.of(arguments[keyPosition]);
        } catch (RuntimeException e) {
            throw DurableErrors.notRecordable(member, keyPosition, "it can't be a key", e);
        }
    }
}
