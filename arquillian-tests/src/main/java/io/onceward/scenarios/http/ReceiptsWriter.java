// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.http;

import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.ext.MessageBodyWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Writes lists of receipts, and no others. */
@Produces("text/csv")
public class ReceiptsWriter implements MessageBodyWriter<List<Receipt>> {

    @Override
    public boolean isWriteable(Class<?> type, Type declared, Annotation[] annotations, MediaType mediaType) {
        return declared instanceof ParameterizedType list
                && List.of(list.getActualTypeArguments()).equals(List.of(Receipt.class));
    }

    @Override
    public void writeTo(
            List<Receipt> receipts,
            Class<?> type,
            Type declared,
            Annotation[] annotations,
            MediaType mediaType,
            MultivaluedMap<String, Object> headers,
            OutputStream out)
            throws IOException {
        for (Receipt receipt : receipts) {
            out.write((receipt.id() + "," + receipt.number() + "\n").getBytes(StandardCharsets.UTF_8));
        }
    }
}
