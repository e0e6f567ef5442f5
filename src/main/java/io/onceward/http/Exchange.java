// SPDX-License-Identifier: Apache-2.0
package io.onceward.http;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.ext.Providers;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.Principal;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/** One request to an idempotent resource method. */
public final class Exchange {

    private final String key;
    private final String fingerprint;
    private final List<MediaType> accepted;
    private final Providers providers;
    private boolean intercepted;
    private Entity sent;

    /**
     * The entity that is sent: the stored one.
     *
     * @param returned the entity that the method returned
     */
    record Entity(Object returned, MediaType type, byte[] content) {}

    Exchange(ContainerRequestContext request, String tenant, String headerKey, byte[] body, Providers providers) {
        String method = request.getMethod();
        String path = request.getUriInfo().getRequestUri().getRawPath();
        Principal user = request.getSecurityContext() == null
                ? null
                : request.getSecurityContext().getUserPrincipal();
        this.key = "http:" + hash(tenant, user == null ? "" : "by " + user.getName(), method, path, headerKey);
        String query = request.getUriInfo().getRequestUri().getRawQuery();
        this.fingerprint =
                hash(method, path, query == null ? "" : query, HexFormat.of().formatHex(sha256(body)));
        this.accepted = List.copyOf(request.getAcceptableMediaTypes());
        this.providers = providers;
    }

    /** Returns what identifies the request: the same key of another tenant, user, method or path is another request. */
    public String key() {
        return key;
    }

    String fingerprint() {
        return fingerprint;
    }

    List<MediaType> accepted() {
        return accepted;
    }

    Providers providers() {
        return providers;
    }

    /** Notes that the interceptor of the method has the request. */
    void intercept() {
        intercepted = true;
    }

    boolean isIntercepted() {
        return intercepted;
    }

    void send(Entity entity) {
        sent = entity;
    }

    /** Returns the stored entity to send for this one; empty if it was not stored, for example because the commit failed. */
    Optional<Entity> sentFor(Object entity) {
        return Optional.ofNullable(sent).filter(stored -> stored.returned() == entity);
    }

    /** Hashes the parts with their lengths, so that no two lists of parts have the same text. */
    private static String hash(String... parts) {
        StringBuilder text = new StringBuilder();
        for (String part : parts) {
            text.append(part.length()).append(' ').append(part).append(' ');
        }
        return HexFormat.of().formatHex(sha256(text.toString().getBytes(StandardCharsets.UTF_8)));
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
