// SPDX-License-Identifier: Apache-2.0
package io.oncebox.console;

import jakarta.servlet.ServletContext;
import java.io.IOException;
import java.io.InputStream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** The login that {@code web.xml} declares. Jakarta Servlet has no method that returns it. */
final class DeclaredLogin {

    private DeclaredLogin() {}

    static boolean isIn(ServletContext context) {
        try (InputStream webXml = context.getResourceAsStream("/WEB-INF/web.xml")) {
            return webXml != null && isIn(webXml);
        } catch (IOException | XMLStreamException e) {
            return false; // the server refuses an application whose web.xml it can't read
        }
    }

    private static boolean isIn(InputStream webXml) throws XMLStreamException {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        XMLStreamReader reader = factory.createXMLStreamReader(webXml);
        while (reader.hasNext()) {
            if (reader.next() == XMLStreamConstants.START_ELEMENT
                    && reader.getLocalName().equals("login-config")) {
                return true;
            }
        }
        return false;
    }
}
