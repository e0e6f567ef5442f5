// SPDX-License-Identifier: Apache-2.0
package io.onceward.http;

import jakarta.ws.rs.ext.WriterInterceptor;
import jakarta.ws.rs.ext.WriterInterceptorContext;
import java.io.IOException;

/** Sends the stored bytes of the first response, so that repeated responses equal it. */
public class StoredEntityWriter implements WriterInterceptor {

    static final String PROPERTY = "io.onceward.http.exchange";

    /** Called by Jakarta REST. */
    public StoredEntityWriter() {}

    @Override
    public void aroundWriteTo(WriterInterceptorContext context) throws IOException {
        if (context.getProperty(PROPERTY) instanceof Exchange exchange) {
            exchange.sentFor(context.getEntity()).ifPresent(stored -> {
                context.setEntity(stored.content());
                context.setType(byte[].class);
                context.setGenericType(byte[].class);
                context.setMediaType(stored.type());
            });
        }
        context.proceed();
    }
}
