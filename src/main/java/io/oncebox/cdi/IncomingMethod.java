// SPDX-License-Identifier: Apache-2.0
package io.oncebox.cdi;

import java.lang.reflect.Method;
import java.lang.reflect.Type;

/**
 * A method that handles stored messages.
 *
 * @param bean the class of its bean
 * @param method the method
 * @param channel whose messages it gets
 * @param handler by which claims and rows name it
 * @param payload what the payload is decoded to
 * @param wrapped whether it takes the payload in a message
 */
record IncomingMethod(Class<?> bean, Method method, String channel, String handler, Type payload, boolean wrapped) {}
