// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.deployment;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Set;

/** The log messages of the deployment checks. They contain no payloads. */
final class DeploymentLog {

    private static final Logger LOGGER = System.getLogger("io.onceward");

    private DeploymentLog() {}

    static void consoleMissing() {
        LOGGER.log(
                Level.WARNING,
                "OWD-1095: onceward.console.enabled is true, but the application does not contain the console. Add the JAR"
                        + " onceward-console to WEB-INF/lib, or remove the setting.");
    }

    static void selfCalls(List<String> methods) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1109: These methods are called from within their own object, as in this.{1}(…): {0}. Such a call bypasses"
                        + " interceptors: an @Outgoing method records no event, and an @Idempotent method runs again for a"
                        + " repeated call. Move the method to another bean, or inject the bean into itself and call the"
                        + " injected object.",
                String.join(", ", methods),
                methods.get(0).substring(methods.get(0).indexOf('#') + 1));
    }

    static void misspeltChannel(String key, String meant) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1110: {0}.* configures a channel that no annotation of this application names, and {1}.* has no"
                        + " properties. If {1} was meant, correct the key: until then, that channel has the default settings. If"
                        + " only Outbox or another application uses {0}, ignore this warning.",
                key,
                meant);
    }

    static void misspeltName(String written, String meant) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1173: {0} names nothing in this application. If {1} was meant, correct the name.",
                written,
                meant);
    }

    static void competingHandlers(String queue, Set<String> handlers) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1164: Handlers {1} receive from ''{0}''. If it is a queue, each message"
                        + " reaches only one of them. To give each message to all, send to a topic with a subscription for"
                        + " each handler, or call both from one bean. If any of them may have a message, give them one"
                        + " name in @Idempotent(handler, shared = true).",
                queue,
                String.join(", ", handlers));
    }

    static void fieldsLost(String member, String type, List<String> fields) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1106: JSON-B decodes payloads or results of method {0} to class {1} and can''t set these fields, so their"
                        + " values are lost: {2}. Make the class a record, add setters, or a constructor with @JsonbCreator;"
                        + " or provide a PayloadCodec.",
                member,
                type,
                String.join(", ", fields));
    }

    static void partNotMade(String member, String type, String why) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1108: Payloads or results of method {0} have properties of class {1}, which JSON-B can''t decode: {2}. A"
                        + " payload with such a value is refused. Use a record, a class with a public constructor without"
                        + " parameters and setters, or a class with @JsonbCreator; or put @JsonbTypeAdapter on the property.",
                member,
                type,
                why);
    }
}
