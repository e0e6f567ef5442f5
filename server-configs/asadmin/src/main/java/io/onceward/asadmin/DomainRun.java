// SPDX-License-Identifier: Apache-2.0
package io.onceward.asadmin;

import io.onceward.scenarios.fixture.ServerUnderTest;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jboss.shrinkwrap.api.Archive;
import org.jboss.shrinkwrap.api.exporter.ZipExporter;

/**
 * A domain that runs.
 *
 * @param directory for archives
 * @param deployed the applications that it accepted when it started
 */
public record DomainRun(Domain domain, Path directory, Set<String> deployed) implements ServerUnderTest.Run {

    private static final Pattern DEPLOYED = Pattern.compile("Application deployed with name (\\S+)\\.\\s");

    /** Deploys applications to a domain that runs. */
    public static DomainRun deploying(Domain domain, Path directory, List<Archive<?>> applications) {
        String output = applications.stream()
                .map(application -> domain.asadmin("deploy '" + export(application, directory) + "'"))
                .collect(Collectors.joining());
        return new DomainRun(
                domain,
                directory,
                DEPLOYED.matcher(output)
                        .results()
                        .map(result -> result.group(1))
                        .collect(Collectors.toSet()));
    }

    @Override
    public String log() {
        return domain.log();
    }

    @Override
    public URI address(String application) {
        return URI.create("http://127.0.0.1:" + domain.ports().http() + "/" + application + "/");
    }

    @Override
    public void deploy(Archive<?> application) {
        ServerUnderTest.current().adapt(application);
        demandSuccess(domain.asadmin("deploy --force=true '" + export(application, directory) + "'"));
    }

    @Override
    public void undeploy(String application) {
        demandSuccess(domain.asadmin("undeploy " + application));
    }

    @Override
    public void kill() {
        domain.kill();
    }

    @Override
    public void close() {
        domain.stop();
    }

    private static void demandSuccess(String output) {
        if (!output.contains("executed successfully")) {
            throw new IllegalStateException(output);
        }
    }

    private static String export(Archive<?> application, Path directory) {
        Path file = directory.resolve(application.getName());
        application.as(ZipExporter.class).exportTo(file.toFile(), true);
        return file.toString();
    }
}
