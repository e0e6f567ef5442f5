// SPDX-License-Identifier: Apache-2.0
package io.onceward.ejb;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLConnection;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** Reads the persistence units that a class loader sees. The parser reads no document type and no external entity. */
final class PersistenceXml {

    private static final String RESOURCE = "META-INF/persistence.xml";

    private PersistenceXml() {}

    /** Returns the units of all files. A file that can't be read has none: the server refuses the application. */
    static List<PersistenceUnit> read(ClassLoader application) {
        List<PersistenceUnit> units = new ArrayList<>();
        for (URL file : files(application)) {
            try (InputStream content = open(file)) {
                units.addAll(read(content));
            } catch (IOException | XMLStreamException e) {
                continue; // as its description says
            }
        }
        return units;
    }

    private static List<URL> files(ClassLoader application) {
        try {
            return Collections.list(application.getResources(RESOURCE));
        } catch (IOException e) {
            return List.of();
        }
    }

    /** Opens a file without the cache of the JDK, which would keep the archive of an undeployed application open. */
    private static InputStream open(URL file) throws IOException {
        URLConnection connection = file.openConnection();
        connection.setUseCaches(false);
        return connection.getInputStream();
    }

    private static List<PersistenceUnit> read(InputStream content) throws XMLStreamException {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        XMLStreamReader reader = factory.createXMLStreamReader(content);
        List<PersistenceUnit> units = new ArrayList<>();
        while (reader.hasNext()) {
            reader.next();
            if (reader.isStartElement() && reader.getLocalName().equals("persistence-unit")) {
                units.add(readUnit(reader));
            }
        }
        return units;
    }

    private static PersistenceUnit readUnit(XMLStreamReader reader) throws XMLStreamException {
        String name = attribute(reader, "name");
        boolean isJta = !attribute(reader, "transaction-type").equals("RESOURCE_LOCAL");
        Map<String, String> texts = new HashMap<>();
        Map<String, String> properties = new HashMap<>();
        while (!(reader.isEndElement() && reader.getLocalName().equals("persistence-unit"))) {
            reader.next();
            if (reader.isStartElement()) {
                switch (reader.getLocalName()) {
                    case "provider", "jta-data-source", "non-jta-data-source" ->
                        texts.put(reader.getLocalName(), reader.getElementText().strip());
                    case "property" -> properties.put(attribute(reader, "name"), attribute(reader, "value"));
                    default -> {
                        // not needed
                    }
                }
            }
        }
        return new PersistenceUnit(
                name,
                isJta,
                texts.getOrDefault("provider", ""),
                texts.getOrDefault("jta-data-source", ""),
                texts.getOrDefault("non-jta-data-source", ""),
                properties);
    }

    private static String attribute(XMLStreamReader reader, String name) {
        String value = reader.getAttributeValue(null, name);
        return value == null ? "" : value.strip();
    }
}
