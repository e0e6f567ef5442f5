// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.deployment;

import io.onceward.inbox.FailureTypes;
import jakarta.enterprise.inject.spi.ObserverMethod;
import java.lang.reflect.Type;

/**
 * An observer that runs after the commit, with events that were recorded for it.
 *
 * @param name its name in the configuration and in rows
 * @param member its method, for messages
 * @param eventClass the class of its events
 * @param eventType the type to decode its events to
 * @param method calls the method
 * @param failureTypes the exception types by which its failures differ
 */
public record DurableObserver(
        String name,
        String member,
        Class<?> eventClass,
        Type eventType,
        ObserverMethod<Object> method,
        FailureTypes failureTypes) {

    /** @throws io.onceward.api.OncewardException if an event is not of the class that the observer gets */
    public void verify(Object event) {
        if (event.getClass() != eventClass && !(eventClass.isEnum() && eventClass.isInstance(event))) {
            throw DurableErrors.otherClass(member, eventClass, event.getClass());
        }
    }
}
