// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.beans;

import jakarta.enterprise.context.RequestScoped;

/** The current request to an idempotent resource method. Refers to no class of Jakarta REST, which a server may lack. */
@RequestScoped
public class HttpRequest {

    private Object exchange;

    /** Called by CDI. */
    public HttpRequest() {}

    void enter(Object entered) {
        exchange = entered;
    }

    /** Returns the exchange and forgets it; {@code null} if there is none. */
    Object take() {
        Object taken = exchange;
        exchange = null;
        return taken;
    }
}
