// SPDX-License-Identifier: Apache-2.0
package io.onceward.http;

import io.onceward.log.MemberName;
import jakarta.ws.rs.core.GenericEntity;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedHashMap;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;
import jakarta.ws.rs.ext.MessageBodyWriter;
import jakarta.ws.rs.ext.RuntimeDelegate;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Serializes the result of a resource method, by the providers of the server and of the application. */
public final class ResponseWriter {

    private final Method method;
    private final List<MediaType> produced;
    private final int limit;

    /** @param limit maximum of an entity, in bytes */
    public ResponseWriter(Class<?> resource, Method method, int limit) {
        this.method = method;
        this.produced = HttpRules.produced(resource, method).stream()
                .map(MediaType::valueOf)
                .toList();
        this.limit = limit;
    }

    /** A response; {@code entity} is {@code null} if there is none. */
    record Written(int status, Map<String, List<String>> headers, Exchange.Entity entity) {}

    Written write(Exchange exchange, Object returned) throws IOException {
        Object entity = returned;
        Type type = method.getGenericReturnType();
        MediaType mediaType = null;
        int status = 200;
        MultivaluedMap<String, Object> headers = new MultivaluedHashMap<>();
        if (returned instanceof Response response) {
            entity = response.getEntity();
            mediaType = response.getMediaType();
            status = response.getStatus();
            headers.putAll(response.getHeaders());
            type = entity == null ? null : DeclaredType.of(response);
        } else if (returned == null) {
            status = 204;
        }
        if (entity instanceof GenericEntity<?> generic) {
            type = generic.getType();
            entity = generic.getEntity();
        }
        if (entity == null) {
            return new Written(status, text(headers), null);
        }
        MediaType sent = mediaType != null ? mediaType : negotiated(exchange.accepted());
        byte[] content = content(exchange, entity, type, sent, headers);
        return new Written(status, text(headers), new Exchange.Entity(entity, sent, content));
    }

    private byte[] content(
            Exchange exchange, Object entity, Type type, MediaType mediaType, MultivaluedMap<String, Object> headers)
            throws IOException {
        String name = MemberName.of(method);
        if (entity instanceof StreamingOutput || entity instanceof InputStream || entity instanceof Reader) {
            throw ResourceErrors.streamedResponse(name, entity.getClass().getName());
        }
        Limited content = new Limited(limit, name);
        write(exchange, entity, entity.getClass(), type, mediaType, headers, content, name);
        return content.toByteArray();
    }

    @SuppressWarnings("unchecked") // the writer was chosen for this class
    private <T> void write(
            Exchange exchange,
            Object entity,
            Class<T> entityClass,
            Type type,
            MediaType mediaType,
            MultivaluedMap<String, Object> headers,
            Limited content,
            String name)
            throws IOException {
        MessageBodyWriter<T> writer =
                exchange.providers().getMessageBodyWriter(entityClass, type, method.getAnnotations(), mediaType);
        if (writer == null) {
            throw HttpErrors.responseNotWritable(name, entityClass.getName(), mediaType.toString());
        }
        writer.writeTo((T) entity, entityClass, type, method.getAnnotations(), mediaType, headers, content);
    }

    /** Returns the media type of the method that the client prefers. */
    private MediaType negotiated(List<MediaType> accepted) {
        for (MediaType wanted : accepted) {
            for (MediaType offered : produced) {
                if (offered.isCompatible(wanted)) {
                    return offered;
                }
            }
        }
        return produced.isEmpty() ? MediaType.APPLICATION_OCTET_STREAM_TYPE : produced.get(0);
    }

    private static Map<String, List<String>> text(MultivaluedMap<String, Object> headers) {
        Map<String, List<String>> texts = new java.util.LinkedHashMap<>();
        headers.forEach((name, values) -> {
            List<String> all = new ArrayList<>();
            values.forEach(value -> all.add(text(value)));
            texts.put(name, all);
        });
        return texts;
    }

    @SuppressWarnings("unchecked") // the delegate was chosen for this class
    private static String text(Object value) {
        RuntimeDelegate.HeaderDelegate<Object> delegate = (RuntimeDelegate.HeaderDelegate<Object>)
                RuntimeDelegate.getInstance().createHeaderDelegate(value.getClass());
        return delegate == null ? value.toString() : delegate.toString(value);
    }

    /** Refuses an entity as soon as it exceeds the limit. */
    private static final class Limited extends ByteArrayOutputStream {

        private final int limit;
        private final String name;

        Limited(int limit, String name) {
            this.limit = limit;
            this.name = name;
        }

        @Override
        public synchronized void write(int b) {
            admit(1);
            super.write(b);
        }

        @Override
        public synchronized void write(byte[] bytes, int offset, int length) {
            admit(length);
            super.write(bytes, offset, length);
        }

        private void admit(int more) {
            if (more > limit - count) {
                throw HttpErrors.responseTooLarge(name, limit);
            }
        }
    }
}
