// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.deployment;

import io.onceward.inbox.FailureTypes;
import java.lang.reflect.Method;
import java.lang.reflect.Type;

/**
 * A method that handles stored messages.
 *
 * @param bean the class of the bean
 * @param method the method
 * @param channel the channel whose messages it gets
 * @param handler the name of the handler in claims and rows
 * @param payload the type to decode the payload to
 * @param wrapped whether the payload is in a message, which the parameter is or contains
 * @param batch whether the parameter is a list, with an element for each message
 * @param failureTypes the exception types by which its failures differ
 */
public record IncomingMethod(
        Class<?> bean,
        Method method,
        String channel,
        String handler,
        Type payload,
        boolean wrapped,
        boolean batch,
        FailureTypes failureTypes) {}
