// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.deployment;

import static io.onceward.log.Coded.deploymentError;

import io.onceward.api.OncewardException;
import java.util.Collection;

/** Errors of the archives of an application. */
final class DeploymentErrors {

    private DeploymentErrors() {}

    static OncewardException outsideBeanArchives(Collection<String> classes) {
        return deploymentError(
                "0350",
                null,
                "CDI has not examined %s, so @Idempotent and @Outgoing have no effect there. The archive of the"
                        + " class is not a bean archive. Add an empty file WEB-INF/beans.xml, or META-INF/beans.xml"
                        + " if the class is in a JAR.",
                String.join(", ", classes));
    }

    /** @param times how often the server found them */
    static OncewardException notOneModule(int times) {
        return deploymentError(
                "0018",
                null,
                "The server found the enterprise beans of Onceward %d times instead of once. In a WAR, put"
                        + " one copy of the Onceward JAR into WEB-INF/lib. In an EAR, put one copy into the root"
                        + " instead of lib/, and add the copy to META-INF/application.xml with its file name:"
                        + " <module><ejb>onceward.jar</ejb></module>. Enable Jakarta Enterprise Beans in the server.",
                times);
    }
}
