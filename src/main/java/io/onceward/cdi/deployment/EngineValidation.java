// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.deployment;

/** The bean that opens the engine while the deployment is validated. */
public interface EngineValidation {

    /**
     * Opens the engine, if the server's JNDI names exist by then. Creates no tables: the deployment may still be refused.
     *
     * @throws io.onceward.api.OncewardException if a retry can't succeed
     */
    void validate();
}
