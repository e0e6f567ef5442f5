// SPDX-License-Identifier: Apache-2.0
package io.onceward.wildfly;

import io.onceward.scenarios.fixture.ChildProcess;
import io.onceward.scenarios.fixture.ClusterServer;
import io.onceward.scenarios.fixture.ServerUnderTest;
import java.net.URI;
import java.util.Set;
import org.jboss.shrinkwrap.api.Archive;

/** A server of its own. */
record WildFlyRun(ChildProcess process, Ports ports, Deployments deployments, Set<String> deployed)
        implements ClusterServer.Node {

    @Override
    public String log() {
        return process.log();
    }

    @Override
    public URI address(String application) {
        return URI.create("http://127.0.0.1:" + ports.http() + "/" + application + "/");
    }

    @Override
    public URI operations() {
        return URI.create("http://127.0.0.1:" + ports.management() + "/");
    }

    @Override
    public void deploy(Archive<?> application) {
        ServerUnderTest.current().adapt(application);
        deployments.deploy(application);
    }

    @Override
    public void undeploy(String application) {
        deployments.undeploy(application);
    }

    @Override
    public void kill() {
        process.stop(false);
    }

    @Override
    public void close() {
        process.terminate();
    }
}
