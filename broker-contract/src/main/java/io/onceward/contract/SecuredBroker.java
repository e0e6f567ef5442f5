// SPDX-License-Identifier: Apache-2.0
package io.onceward.contract;

import java.util.Map;

/**
 * A broker with TLS, logins and permissions. Each configuration replaces keys of {@link BrokerUnderTest#configuration}, with which
 * Onceward reaches the same broker without them.
 */
public interface SecuredBroker {

    /**
     * A destination that a user may not publish to.
     *
     * @param configuration the login of the user
     * @param cause a part of the reason for which the broker refuses an event
     */
    record Forbidden(String destination, Map<String, String> configuration, String cause) {}

    /** Returns the broker. */
    TwoWayBroker broker();

    /** Returns the configuration with TLS, a certificate that Onceward trusts, and a login. */
    Map<String, String> trusted();

    /** Returns the configuration with TLS and a certificate of an authority that Onceward does not trust. */
    Map<String, String> untrusted();

    /** Returns the configuration with TLS and a certificate that has expired. */
    Map<String, String> expired();

    /** Returns the configuration with TLS and a certificate for another host. */
    Map<String, String> misnamed();

    /** Returns the configuration with a password that is wrong. */
    Map<String, String> wrongPassword();

    Forbidden forbidden();
}
