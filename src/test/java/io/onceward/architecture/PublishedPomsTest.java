// SPDX-License-Identifier: Apache-2.0
package io.onceward.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/** The poms of the artifacts that a release publishes. */
class PublishedPomsTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private static final Element PARENT = pom("");
    private static final Element BOM = pom("bom");

    /** Without the parent and the BOM. */
    private static final List<String> MODULES = List.of(
            "src",
            "jms-adapter",
            "ejb-module",
            "console",
            "outboxed",
            "capture",
            "kafka-adapter",
            "nats-adapter",
            "rabbitmq-adapter",
            "webhook-adapter",
            "standalone",
            "memory-broker",
            "test-kit",
            "migrations",
            "server-configs/artemis-rar");

    @Test
    void parentAndBomHaveWhatCentralRequires() {
        for (Element pom : List.of(PARENT, BOM)) {
            for (String required : List.of("name", "description", "url", "licenses", "developers")) {
                assertThat(text(pom, required)).as(required).isNotBlank();
            }
            assertThat(text(pom, "scm", "connection")).isEqualTo("scm:git:${onceward.git}");
            assertThat(text(pom, "scm", "developerConnection")).isEqualTo("scm:git:${onceward.git}");
            assertThat(text(pom, "scm", "url")).isEqualTo("${onceward.url}");
            assertThat(text(pom, "url")).isEqualTo("${onceward.url}");
        }
    }

    /** Otherwise Maven appends the name of the module to each address of the parent. */
    @Test
    void modulesInheritTheAddressesUnchanged() {
        assertThat(PARENT.getAttribute("child.project.url.inherit.append.path")).isEqualTo("false");
        Element scm = child(PARENT, "scm");
        for (String address : List.of("connection", "developerConnection", "url")) {
            assertThat(scm.getAttribute("child.scm." + address + ".inherit.append.path"))
                    .as(address)
                    .isEqualTo("false");
        }
    }

    @Test
    void eachModuleHasANameADescriptionAndThePublishedParent() {
        for (String module : MODULES) {
            Element pom = pom(module);
            assertThat(text(pom, "name")).as(module).isNotBlank();
            assertThat(text(pom, "description")).as(module).isNotBlank();
            assertThat(text(pom, "parent", "artifactId")).as(module).isEqualTo("onceward-parent");
        }
    }

    @Test
    void bomManagesEachPublishedArtifactAndNoOther() {
        Map<String, String> expected = new TreeMap<>();
        for (String module : MODULES) {
            Element pom = pom(module);
            String packaging = text(pom, "packaging");
            expected.put("io.onceward:" + text(pom, "artifactId"), packaging.isEmpty() ? "jar" : packaging);
        }
        Map<String, String> managed = new TreeMap<>();
        Set<String> versions = new TreeSet<>();
        for (Element dependency : children(child(child(BOM, "dependencyManagement"), "dependencies"))) {
            String type = text(dependency, "type");
            managed.put(
                    text(dependency, "groupId") + ":" + text(dependency, "artifactId"), type.isEmpty() ? "jar" : type);
            versions.add(text(dependency, "version"));
        }
        assertThat(managed).isEqualTo(expected);
        assertThat(versions).containsExactly("${project.version}");
    }

    /** With a parent, it would manage the libraries of the tests in the applications that import it. */
    @Test
    void bomHasNoParentButItsVersionAndAddresses() {
        assertThat(child(BOM, "parent")).isNull();
        assertThat(text(BOM, "version")).isEqualTo(text(PARENT, "version"));
        for (String address : List.of("onceward.url", "onceward.git")) {
            assertThat(text(BOM, "properties", address)).isNotBlank().isEqualTo(text(PARENT, "properties", address));
        }
    }

    private static Element pom(String module) {
        try {
            return DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(ROOT.resolve(module).resolve("pom.xml").toFile())
                    .getDocumentElement();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** Returns the text of an element, found by the names on the way to it; empty if there is none. */
    private static String text(Element from, String... names) {
        Element element = from;
        for (String name : names) {
            element = element == null ? null : child(element, name);
        }
        return element == null ? "" : element.getTextContent().strip();
    }

    private static Element child(Element parent, String name) {
        return children(parent).stream()
                .filter(child -> child.getTagName().equals(name))
                .findFirst()
                .orElse(null);
    }

    private static List<Element> children(Element parent) {
        List<Element> children = new ArrayList<>();
        for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node instanceof Element child) {
                children.add(child);
            }
        }
        return children;
    }
}
