// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios;

import io.onceward.scenarios.fixture.Fixtures;
import io.onceward.scenarios.support.Queues;
import io.onceward.scenarios.support.ServerResources;
import java.io.File;
import java.util.List;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.asset.ClassAsset;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/** Builds the WARs that the scenarios deploy. */
public final class Deployments {

    private Deployments() {}

    /** A WAR as a user would build it: these classes, and the one JAR in {@code WEB-INF/lib}. */
    public static WebArchive application(String name, Class<?>... classes) {
        return withoutOnceward(name, classes).addAsLibrary(new File(Fixtures.required("onceward.jar")), "onceward.jar");
    }

    /** Adds the console, which is a JAR of its own. */
    public static WebArchive withConsole(WebArchive application) {
        return application.addAsLibrary(new File(Fixtures.required("onceward.console.jar")), "onceward-console.jar");
    }

    /** Adds the outboxed objects of Jakarta Messaging, which are a JAR of their own. */
    public static WebArchive withOutboxed(WebArchive application) {
        return application.addAsLibrary(new File(Fixtures.required("onceward.outboxed.jar")), "onceward-outboxed.jar");
    }

    /** A WAR of these classes, and their enclosing ones, without Onceward. */
    public static WebArchive withoutOnceward(String name, Class<?>... classes) {
        WebArchive application = ShrinkWrap.create(WebArchive.class, name + ".war")
                .addClasses(classes)
                .addClass(ServerResources.class);
        if (List.of(classes).contains(Queues.class)) {
            application.addClasses(Queues.parts());
        }
        for (Class<?> type : classes) {
            for (Class<?> outer = type.getEnclosingClass(); outer != null; outer = outer.getEnclosingClass()) {
                // Alone: addClass would bring all other nested classes with it.
                application.addAsResource(new ClassAsset(outer), outer.getName().replace('.', '/') + ".class");
            }
        }
        return application;
    }

    /** Adds {@code META-INF/microprofile-config.properties} with these lines. */
    public static WebArchive configured(WebArchive application, String... lines) {
        return application.addAsResource(
                new StringAsset(String.join("\n", lines) + "\n"), "META-INF/microprofile-config.properties");
    }

    /** Names the datasource as an application with JPA does: WildFly then stops the datasource after the application. */
    public static WebArchive namingDatasource(WebArchive application, String name) {
        return application.addAsResource(new StringAsset("""
                        <persistence xmlns="https://jakarta.ee/xml/ns/persistence" version="3.0">
                          <persistence-unit name="application" transaction-type="JTA">
                            <jta-data-source>%s</jta-data-source>
                            <exclude-unlisted-classes>true</exclude-unlisted-classes>
                            <properties>
                              <property name="eclipselink.transaction.join-existing" value="true"/>
                            </properties>
                          </persistence-unit>
                        </persistence>
                        """.formatted(name)), "META-INF/persistence.xml");
    }
}
