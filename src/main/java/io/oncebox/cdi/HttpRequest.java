// SPDX-License-Identifier: Apache-2.0
package io.oncebox.cdi;

import jakarta.enterprise.context.RequestScoped;

/** The request that is on its way to a guarded resource method. Knows no class of Jakarta REST, which need not be there. */
@RequestScoped
public class HttpRequest {

    private Object exchange;

    /** Called by CDI. */
    public HttpRequest() {}

    void enter(Object entered) {
        exchange = entered;
    }

    /** The exchange, for one call; {@code null} if there is none. */
    Object take() {
        Object taken = exchange;
        exchange = null;
        return taken;
    }
}
