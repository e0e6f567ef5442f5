// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.deployment;

import static io.onceward.log.Coded.callError;
import static io.onceward.log.Coded.deploymentError;

import io.onceward.api.OncewardException;

/** Errors of durable observers and methods. */
public final class DurableErrors {

    private DurableErrors() {}

    static OncewardException notDurable(String member, String why, String instead) {
        return deploymentError("0342", null, "Observer %s can't be durable: %s. %s", member, why, instead);
    }

    public static OncewardException methodNotDurable(String member, String why, String instead) {
        return deploymentError("0349", null, "Method %s can't be durable: %s. %s", member, why, instead);
    }

    public static OncewardException notRecordable(String member, int position, String why, Throwable cause) {
        return callError(
                "0351",
                cause,
                "A call of durable method %s was not recorded, because of argument %s: %s. Pass an argument of the class of the"
                        + " parameter, that JSON-B or a PayloadCodec can write and read back.",
                member,
                position + 1,
                why);
    }

    public static OncewardException notRestored(String member, Class<?> event, Throwable cause) {
        return callError(
                "0352",
                cause,
                "An event of class %s was not recorded for durable observer %s, which could not get it without loss. Give the class"
                        + " properties that JSON-B writes and reads back, each with the class of its values, or provide a"
                        + " PayloadCodec.",
                event.getName(),
                member);
    }

    public static OncewardException notOneCall(String calls) {
        return callError(
                "0360",
                null,
                "DurableCalls.record expects one call of a durable method, but its lambda has made %s. Call a method with @Durable of an"
                        + " injected bean in the lambda, once and on the same thread.",
                calls);
    }

    public static OncewardException outOfRange(String time) {
        return callError(
                "0361",
                null,
                "A durable call can't have the %s. Use a delay that is not negative, or a time from 1970 to 9999.",
                time);
    }

    static OncewardException otherClass(String member, Class<?> expected, Class<?> fired) {
        return callError(
                "0343",
                null,
                "Durable observer %s gets events of class %s, but an event of class %s was fired, which could not be restored"
                        + " without loss. Observe this class, or fire events of the observed one.",
                member,
                expected.getName(),
                fired.getName());
    }

    static OncewardException sharedName(String name, String one, String other) {
        return deploymentError(
                "0344",
                null,
                "Durable observers or methods %s and %s have the name '%s'. Give each its own name with @Durable(name = …).",
                one,
                other,
                name);
    }

    static OncewardException uselessDurable(String member) {
        return deploymentError(
                "0345",
                null,
                "@Durable has no effect on a parameter of %s, which has no @Observes. Add @Observes, or remove @Durable.",
                member);
    }

    static OncewardException noRecorder(String member) {
        return deploymentError(
                "0346",
                null,
                "Durable observer or method %s can't run here: the beans of Onceward are not active in a CDI container for Java SE. Use a"
                        + " server, @OncewardTest in a test, or Outbox with a handler of OncewardBuilder.",
                member);
    }
}
