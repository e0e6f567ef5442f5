// SPDX-License-Identifier: Apache-2.0
package io.oncebox.cdi;

import javax.enterprise.event.Observes;
import javax.enterprise.inject.spi.BeforeBeanDiscovery;
import javax.enterprise.inject.spi.Extension;

/**
 * Refuses the deployment on a server from before Jakarta EE 9, which knows none of Jakarta's packages: Oncebox would be
 * there and do nothing, without a word. Other servers never load this class.
 */
public class OldServer implements Extension {

    /** Called by CDI. */
    public OldServer() {}

    void refuse(@Observes BeforeBeanDiscovery event) {
        throw Feature.JAKARTA_EE_10.missing(null);
    }
}
