// SPDX-License-Identifier: Apache-2.0
package io.onceward.inbox;

import io.onceward.api.OncewardException;
import io.onceward.api.ReceivedMessage;
import io.onceward.broker.MessageKinds;
import io.onceward.queue.ColumnWidths;
import io.onceward.queue.RecordedEvent;
import io.onceward.queue.relay.ReservedHeaders;
import io.onceward.spi.MessageIdentity;
import io.onceward.text.Unicode;
import io.onceward.tracing.MessageContext;
import io.onceward.tracing.Propagators;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The identities of messages, by the adapter that knows their type. Thread-safe. */
public final class MessageIdentities {

    /** The beginning of a stored identity that is a hash. */
    private static final String HASHED = "sha256:";

    private final MessageKinds kinds;
    private final IdentityReader reader = new IdentityReader();
    private final Set<String> warnedOfContext = ConcurrentHashMap.newKeySet();

    MessageIdentities(MessageKinds kinds) {
        this.kinds = kinds;
    }

    /**
     * Returns the identity of the message among the parameters.
     *
     * @throws OncewardException if there is no message among the parameters, or it has no identity
     */
    public String of(String handler, String member, Object[] parameters) throws Exception {
        IdentifiedMessage found = message(handler, member, parameters);
        try {
            return identity(found)
                    .orElseThrow(() ->
                            InboxErrors.noIdentity(handler, found.identities().hint()));
        } catch (IllegalArgumentException e) {
            throw CallErrors.unreadableIdentity(handler, e);
        }
    }

    /** Reads the identity of a message, and warns once for each handler if it identifies one sending only. */
    Optional<String> identity(IdentifiedMessage found) throws Exception {
        return reader.read("handler", found.handler(), found.identities(), found.message());
    }

    /**
     * Returns the message among the parameters, for the application's code.
     *
     * @throws OncewardException if there is no message among the parameters
     */
    public ReceivedMessage receivedMessage(String handler, String member, Object[] parameters) {
        return message(handler, member, parameters);
    }

    /** Returns a property of the message among the parameters. */
    public Optional<String> property(String handler, String member, Object[] parameters, String name) throws Exception {
        IdentifiedMessage found = message(handler, member, parameters);
        return found.identities().property(found.message(), name);
    }

    /** Returns a header of the message among the parameters. */
    public Optional<String> header(String handler, String member, Object[] parameters, String name) throws Exception {
        IdentifiedMessage found = message(handler, member, parameters);
        return found.identities().header(found.message(), name);
    }

    /** Returns the context of the message among the parameters; if there is no message, it has the identity alone. */
    MessageContext received(String handler, String identity, Object[] parameters) {
        return MessageContext.inline(
                handler,
                stored(identity),
                message(handler, parameters)
                        .map(found -> context(handler, found))
                        .orElse(MessageIdentity.Context.UNKNOWN));
    }

    /** Returns the properties of the message among the parameters; none if there is no message. */
    Propagators.Headers headers(String handler, Object[] parameters) {
        Optional<IdentifiedMessage> found = message(handler, parameters);
        return name -> found.flatMap(message -> message.property(name)).orElse(null);
    }

    /** Returns how often the broker has delivered the message among the parameters; "?" if the broker does not say. */
    String deliveries(String handler, Object[] parameters) {
        try {
            IdentifiedMessage found = message(handler, handler, parameters);
            return found.identities().deliveries(found.message()).orElse("?");
        } catch (Exception e) {
            return "?";
        }
    }

    /** Reads the context of a message; an unreadable one does not have the message refused. */
    private MessageIdentity.Context context(String handler, IdentifiedMessage found) {
        try {
            return found.identities().context(found.message());
        } catch (Exception e) {
            if (warnedOfContext.add(handler)) {
                InboxLog.contextUnreadable(handler, e);
            }
            return MessageIdentity.Context.UNKNOWN;
        }
    }

    private IdentifiedMessage message(String handler, String member, Object[] parameters) {
        return message(handler, parameters).orElseThrow(() -> InboxErrors.noMessage(handler, member, kinds.adapters()));
    }

    private Optional<IdentifiedMessage> message(String handler, Object[] parameters) {
        return Arrays.stream(parameters)
                .flatMap(
                        parameter -> kinds
                                .of(parameter)
                                .map(kind -> new IdentifiedMessage(handler, parameter, kind.identity(), this))
                                .stream())
                .findFirst();
    }

    /** Returns what tells a stored message from others. One that is parked in two queues is two for a handler of parked ones. */
    static String ofStored(RecordedEvent message) {
        return ReservedHeaders.parkedQueue(message.headers())
                .map(queue -> stored(queue + ' ' + message.id()))
                .orElse(message.id());
    }

    /** Returns the identity by which a stored message is claimed; empty for a local event, whose row is its claim. */
    public static Optional<String> claimed(RecordedEvent message) {
        return ReservedHeaders.isLocal(message.headers()) ? Optional.empty() : Optional.of(ofStored(message));
    }

    /**
     * Returns an identity as the table stores it: as is, or hashed if it is too long, the database would change it, or it could be
     * taken for a hash.
     */
    static String stored(String identity) {
        boolean fits = identity.length() <= ColumnWidths.MESSAGE_ID
                && Unicode.isStorable(identity)
                && !identity.startsWith(HASHED);
        return fits ? identity : HASHED + sha256(identity);
    }

    /** Hashes the characters themselves: an encoding maps all lone surrogates to the same bytes. */
    private static String sha256(String text) {
        ByteBuffer bytes = ByteBuffer.allocate(Character.BYTES * text.length());
        bytes.asCharBuffer().put(text);
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(bytes.array());
            return HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
