// SPDX-License-Identifier: Apache-2.0
package io.onceward.console;

import jakarta.servlet.ServletContext;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashSet;
import java.util.Set;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** The login that {@code web.xml} declares. Jakarta Servlet has no method that returns it. */
final class DeclaredLogin {

    private DeclaredLogin() {}

    /**
     * Returns whether {@code web.xml} declares a login and no constraint. If it declares constraints, for example that each path
     * needs TLS, another constraint for the path of the console would take their place there.
     */
    static boolean isWithoutConstraint(ServletContext context) {
        try (InputStream webXml = context.getResourceAsStream("/WEB-INF/web.xml")) {
            return webXml != null && isWithoutConstraint(webXml);
        } catch (IOException | XMLStreamException e) {
            return false; // the server refuses an application whose web.xml it can't read
        }
    }

    private static boolean isWithoutConstraint(InputStream webXml) throws XMLStreamException {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        XMLStreamReader reader = factory.createXMLStreamReader(webXml);
        Set<String> elements = new HashSet<>();
        while (reader.hasNext()) {
            if (reader.next() == XMLStreamConstants.START_ELEMENT) {
                elements.add(reader.getLocalName());
            }
        }
        return elements.contains("login-config") && !elements.contains("security-constraint");
    }
}
