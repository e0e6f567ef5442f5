// SPDX-License-Identifier: Apache-2.0
package io.onceward.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.NodeList;

/** The folders that Maven builds and the modules that it deploys. */
class ReactorTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    /** Names the folder of the parent, if it is not the folder above. */
    private static final Pattern PARENT = Pattern.compile("<relativePath>(.+)/pom\\.xml</relativePath>");

    private static final Set<String> NOT_SOURCES = Set.of("target", ".git");

    @Test
    void everyFolderWithAPomIsAModule() throws Exception {
        Set<Path> modules = new TreeSet<>();
        addModules(ROOT, modules);
        assertThat(modules).hasSizeGreaterThan(10).isEqualTo(folders());
    }

    /** A module is deployed unless its pom, or that of a parent, says otherwise. */
    @Test
    void onlyWhatApplicationsDependOnIsDeployed() throws Exception {
        Set<String> deployed = new TreeSet<>();
        for (Path folder : folders()) {
            if (!skipsDeployment(folder)) {
                deployed.add(ROOT.relativize(folder).toString());
            }
        }
        assertThat(deployed)
                .containsExactlyInAnyOrder(
                        "",
                        "src",
                        "jms-adapter",
                        "kafka-adapter",
                        "migrations",
                        "nats-adapter",
                        "rabbitmq-adapter",
                        "webhook-adapter",
                        "standalone",
                        "memory-broker",
                        "test-kit",
                        "ejb-module",
                        "console",
                        "outboxed",
                        "capture",
                        "bom",
                        "server-configs/artemis-rar");
    }

    @Test
    void contributorsFindEachTopLevelFolder() throws IOException {
        String page = Files.readString(ROOT.resolve("CONTRIBUTING.md"));
        Set<String> named = Pattern.compile("^\\| `([a-z-]+)/[^|]*` \\|", Pattern.MULTILINE)
                .matcher(page.substring(page.indexOf("## Where things live"), page.indexOf("## Rules for changes")))
                .results()
                .map(folder -> folder.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
        try (Stream<Path> files = Files.list(ROOT)) {
            assertThat(named)
                    .isEqualTo(files.filter(Files::isDirectory)
                            .map(folder -> folder.getFileName().toString())
                            .filter(name -> !name.startsWith(".") && !NOT_SOURCES.contains(name))
                            .collect(Collectors.toCollection(TreeSet::new)));
        }
    }

    private static boolean skipsDeployment(Path folder) throws IOException {
        Path pom = folder.resolve("pom.xml");
        String text = Files.exists(pom) ? Files.readString(pom) : "";
        if (text.contains("<maven.deploy.skip>true</maven.deploy.skip>")) {
            return true;
        }
        Matcher parent = PARENT.matcher(text);
        Path above = parent.find() ? folder.resolve(parent.group(1)).normalize() : folder.getParent();
        return !folder.equals(ROOT) && skipsDeployment(above);
    }

    /** Adds this folder and all modules below it, those of profiles included. */
    private static void addModules(Path folder, Set<Path> modules) throws Exception {
        assertThat(folder.resolve("pom.xml")).exists();
        if (modules.add(folder)) {
            NodeList found = DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(folder.resolve("pom.xml").toFile())
                    .getElementsByTagName("module");
            for (int i = 0; i < found.getLength(); i++) {
                addModules(folder.resolve(found.item(i).getTextContent()).normalize(), modules);
            }
        }
    }

    private static Set<Path> folders() throws IOException {
        Set<Path> folders = new TreeSet<>();
        Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                if (NOT_SOURCES.contains(folder.getFileName().toString())) {
                    return FileVisitResult.SKIP_SUBTREE;
                }
                if (Files.exists(folder.resolve("pom.xml"))) {
                    folders.add(folder);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return folders;
    }
}
