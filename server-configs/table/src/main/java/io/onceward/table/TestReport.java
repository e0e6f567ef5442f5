// SPDX-License-Identifier: Apache-2.0
package io.onceward.table;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * The report of one test class, as Surefire and Failsafe write it.
 *
 * @param module the folder of the module, and of its execution if it has several
 */
record TestReport(String module, String testClass, int tests, Duration time) {

    private static final Pattern FILE = Pattern.compile("target/(surefire|failsafe)-reports(.*)/TEST-.*\\.xml");

    /** The reports below this folder that were written since then. */
    static List<TestReport> all(Path root, Instant since) throws IOException, XMLStreamException {
        List<TestReport> reports = new ArrayList<>();
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.filter(TestReport::isReport).toList()) {
                if (!Files.getLastModifiedTime(file).toInstant().isBefore(since)) {
                    reports.add(read(root, file));
                }
            }
        }
        return reports;
    }

    private static boolean isReport(Path file) {
        return FILE.matcher(file.toString().replace('\\', '/')).find();
    }

    private static TestReport read(Path root, Path file) throws IOException, XMLStreamException {
        try (InputStream in = Files.newInputStream(file)) {
            XMLStreamReader xml = XMLInputFactory.newFactory().createXMLStreamReader(in);
            xml.nextTag();
            String name = xml.getAttributeValue(null, "name");
            return new TestReport(
                    module(root.relativize(file)),
                    name.substring(name.lastIndexOf('.') + 1),
                    Integer.parseInt(xml.getAttributeValue(null, "tests")),
                    seconds(xml.getAttributeValue(null, "time")));
        }
    }

    private static String module(Path file) {
        Path folder = file.getParent();
        String execution = folder.getFileName().toString().replaceFirst("(surefire|failsafe)-reports-?", "");
        String module = folder.getParent().getParent().toString();
        return execution.isEmpty() ? module : module + " (" + execution + ")";
    }

    private static Duration seconds(String text) {
        return Duration.ofMillis((long) (Double.parseDouble(text.replace(",", "")) * 1000));
    }
}
