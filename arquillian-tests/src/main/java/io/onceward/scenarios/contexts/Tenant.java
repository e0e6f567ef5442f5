// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.contexts;

import jakarta.enterprise.context.RequestScoped;

/** The tenant of a request. */
@RequestScoped
public class Tenant {

    private String name;

    public String name() {
        return name;
    }

    public void enter(String tenant) {
        name = tenant;
    }
}
