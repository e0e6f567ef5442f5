// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.datasources;

import io.onceward.scenarios.Deployments;
import io.onceward.scenarios.support.LogLines;
import jakarta.ejb.EJB;
import jakarta.enterprise.inject.spi.Extension;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.asset.EmptyAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.extension.ExtendWith;

/** An application with a persistence unit, whose transactions also record events. */
@ExtendWith(ArquillianExtension.class)
abstract class DatasourcesContract {

    @EJB
    Ledger ledger;

    /**
     * @param unit the datasource of the persistence unit
     * @param own the datasource of Onceward
     */
    static WebArchive application(String name, Class<?> scenario, String unit, String own) {
        return Deployments.namingDatasource(
                        Deployments.configured(
                                Deployments.application(
                                        name,
                                        scenario,
                                        DatasourcesContract.class,
                                        DeploymentLog.class,
                                        Ledger.class,
                                        LogLines.class),
                                "onceward.schema=create",
                                "onceward.relay.enabled=false",
                                "onceward.table-prefix=" + name + "_",
                                "onceward.datasource=" + own),
                        unit)
                .addAsServiceProvider(Extension.class, DeploymentLog.class)
                .addAsWebInfResource(
                        EmptyAsset.INSTANCE, "beans.xml"); // with an extension, no bean is found without it
    }
}
