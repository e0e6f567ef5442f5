// SPDX-License-Identifier: Apache-2.0
package io.oncebox.log;

import io.oncebox.api.OnceboxException;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/** Creates every exception of Oncebox. A code that was used once is never used for anything else. */
public final class Errors {

    private static final List<String> PASSING_STATES = List.of("08", "53", "57", "40", "90067", "90098", "90121");

    /** The class of SQLStates for deadlocks and failed serialization. */
    private static final String ROLLBACK_STATE = "40";

    /** The codes of H2 and of MariaDB for a row that has changed since the transaction began. */
    private static final Set<Integer> CONFLICTS = Set.of(90131, 1020);

    /** Of an exception's causes; whoever made it may have let them run in a circle. */
    private static final int MAX_CAUSES = 30;

    private Errors() {}

    // ---- 00xx: the deployment

    public static OnceboxException noDataSource(String name, String key, List<String> neighbours, Throwable cause) {
        return error(
                "0001",
                cause,
                "No datasource has the JNDI name '%s' (%s); in the same place %s. Define it in the server, or set %s to"
                        + " one that exists.",
                name,
                key,
                list(neighbours),
                key);
    }

    /** @param setting the key and its value, or the value alone */
    public static OnceboxException illegalJndiName(String setting) {
        return error(
                "0014",
                null,
                "%s is no JNDI name of this server. Write a name such as jdbc/orders or java:jboss/datasources/orders; a"
                        + " URL is not allowed.",
                setting);
    }

    public static OnceboxException tableMissing(String table, String name, String ddl, Throwable cause) {
        return error(
                "0002",
                cause,
                "Table %s is missing in datasource '%s'. Run %s from the Oncebox JAR, or set oncebox.schema=create.",
                table,
                name,
                ddl);
    }

    public static OnceboxException tableOutdated(String table, String name, String found, String ddl) {
        return error(
                "0003",
                null,
                "Table %s in datasource '%s' does not fit this version of Oncebox: %s. Bring it to the state of %s"
                        + " in the Oncebox JAR.",
                table,
                name,
                found,
                ddl);
    }

    public static OnceboxException unknownDatabase(String product, String name, String known) {
        return error(
                "0004",
                null,
                "Datasource '%s' is a %s database, for which Oncebox has no dialect. It knows %s.",
                name,
                product,
                known);
    }

    public static OnceboxException illegalIdentifier(String key, String value) {
        return error(
                "0005",
                null,
                "%s=%s is no SQL identifier. Write letters, digits and underscores, starting with a letter, at most 20"
                        + " characters.",
                key,
                value);
    }

    public static OnceboxException unknownKey(String key, String nearest) {
        return error("0006", null, "Unknown configuration key %s. Did you mean %s?", key, nearest);
    }

    public static OnceboxException illegalValue(String key, String value, String wanted) {
        return error("0007", null, "%s=%s is not legal. Write %s.", key, value, wanted);
    }

    /** @param key the channel's own key for it */
    public static OnceboxException noConnectionFactory(
            String name, String channel, List<String> neighbours, String key, Throwable cause) {
        return error(
                "0008",
                cause,
                "No JMS connection factory has the JNDI name '%s', which channel '%s' uses; in the same place %s."
                        + " Define it in the server, or set oncebox.connection-factory or %s to one that exists.",
                name,
                channel,
                list(neighbours),
                key);
    }

    /** @param key the channel's key for it */
    public static OnceboxException noDestination(
            String name, String channel, List<String> neighbours, String key, Throwable cause) {
        return error(
                "0009",
                cause,
                "No JMS destination has the JNDI name '%s', which channel '%s' uses; in the same place %s. Define it"
                        + " in the server, or set %s to a JNDI name that exists, or to queue:NAME or topic:NAME for a name in"
                        + " the broker.",
                name,
                channel,
                list(neighbours),
                key);
    }

    public static OnceboxException selfCheckFailed(String caller, String name, String finding, Throwable cause) {
        return error(
                "0010",
                cause,
                "The self-check failed: called from %s, on datasource '%s', %s. Events would be lost or invented,"
                        + " so Oncebox does not start. Choose a datasource that takes part in JTA transactions; if it"
                        + " is one, this server needs an io.oncebox.spi.DataSourceAccess of its own.",
                caller,
                name,
                finding);
    }

    public static OnceboxException noPublisher(String destination, String channel) {
        return error(
                "0011",
                null,
                "Nothing here publishes to %s, the destination of channel '%s'. Add the adapter for that kind of broker.",
                destination,
                channel);
    }

    public static OnceboxException databaseUnreachable(String name, Throwable cause) {
        return error(
                "0012",
                cause,
                "Datasource '%s' gives no connection: %s. See to the database and the datasource's pool.",
                name,
                rootMessage(cause));
    }

    public static OnceboxException missingFeature(String feature, String hint, Throwable cause) {
        return error(
                "0013",
                cause,
                "This server offers no %s, which Oncebox needs. Enable it in the server's configuration. %s.",
                feature,
                hint);
    }

    public static OnceboxException malformedDestination(String uri) {
        return error(
                "0015",
                null,
                "'%s' in the outbox table is no destination that Oncebox wrote; expected is a URI such as"
                        + " jms:queue:orders?jndiConnectionFactoryName=jms/cf.",
                uri);
    }

    public static OnceboxException noThreadForSelfCheck(String datasource) {
        return error(
                "0016",
                null,
                "The self-check of datasource '%s' found no free thread in the managed executor. It is tried again; if this"
                        + " stays, raise the number of its threads.",
                datasource);
    }

    public static OnceboxException twoPublishers(String scheme) {
        return error(
                "0017",
                null,
                "Two publishers for %s are there: Oncebox is in this application twice. Leave one JAR of it.",
                scheme);
    }

    /** @param times how often the server found them */
    public static OnceboxException notOneModule(int times) {
        return error(
                "0018",
                null,
                "The server found the enterprise beans of Oncebox %d times instead of once, so not one relay would publish."
                        + " In an EAR, put the Oncebox JAR into the root instead of lib/, and add to"
                        + " META-INF/application.xml: <module><ejb>oncebox.jar</ejb></module> with the JAR's name."
                        + " Elsewhere, enable Jakarta Enterprise Beans in the server.",
                times);
    }

    public static OnceboxException oldDatabase(String product, String version, String name, String oldest) {
        return error(
                "0019",
                null,
                "Datasource '%s' is a %s database of version %s; Oncebox needs %s or newer. Upgrade the database, or choose"
                        + " another datasource.",
                name,
                product,
                version,
                oldest);
    }

    // ---- 002x: annotations

    public static OnceboxException asynchronousOutgoing(String member, String type) {
        return error(
                "0020",
                null,
                "@Outgoing method %s returns %s, which completes outside of the transaction. Return the payload, a"
                        + " Message, an Iterable, an array, a Stream or an Optional.",
                member,
                type);
    }

    public static OnceboxException voidOutgoing(String member) {
        return error("0021", null, "@Outgoing method %s returns nothing that could be sent. Return the event.", member);
    }

    public static OnceboxException uninterceptableOutgoing(String member, String modifier) {
        return error(
                "0022",
                null,
                "@Outgoing method %s is %s and can't be intercepted. Make it an instance method that is neither private"
                        + " nor final.",
                member,
                modifier);
    }

    public static OnceboxException outgoingMessageDriven(String member) {
        return error(
                "0027",
                null,
                "@Outgoing stands on %s of a message-driven bean, which only the container calls. Call an @Outgoing"
                        + " method of another bean from it, or inject Outbox there.",
                member);
    }

    public static OnceboxException sharedHandler(String handler, String member, String other) {
        return error(
                "0028",
                null,
                "@Idempotent methods %s and %s share the handler name '%s', so what one has processed never gets to the"
                        + " other. Give each a name of its own, or set shared = true on both.",
                other,
                member,
                handler);
    }

    public static OnceboxException longHandler(String member, int length, int max) {
        return error(
                "0029",
                null,
                "The handler name of @Idempotent method %s has %d characters; at most %d fit. Set a shorter one.",
                member,
                length,
                max);
    }

    public static OnceboxException idempotentNeverCalled(String member) {
        return error(
                "0030",
                null,
                "@Idempotent stands on %s, which the container does not call with messages. Put it on the bean's class or"
                        + " on its public onMessage method.",
                member);
    }

    public static OnceboxException outgoingAfterCompletion(String member, Enum<?> phase) {
        return error(
                "0032",
                null,
                "@Outgoing stands on observer %s, which is called %s, when nothing can be recorded in the transaction any"
                        + " more. Observe during IN_PROGRESS or BEFORE_COMPLETION.",
                member,
                phase);
    }

    public static OnceboxException incomingOutgoing(String member) {
        return error(
                "0023",
                null,
                "Method %s has @Incoming on a channel of the server and @Outgoing on one of Oncebox, so it would record in"
                        + " no transaction. Set connector=oncebox for both, or call an @Outgoing method of another bean.",
                member);
    }

    /** @param instead what to declare */
    public static OnceboxException idempotentWithoutTransaction(String member, String found, String instead) {
        return error(
                "0024",
                null,
                "@Idempotent method %s has %s, so its claim and its effects could not commit together. Use a"
                        + " container-managed transaction with %s.",
                member,
                found,
                instead);
    }

    public static OnceboxException foreignChannel(String channel, String connector) {
        return error(
                "0026",
                null,
                "Channel '%s' belongs to connector %s. Set mp.messaging.outgoing.%s.connector=oncebox to record events"
                        + " on it.",
                channel,
                connector,
                channel);
    }

    // ---- 004x: recording

    public static OnceboxException noTransaction(String channel) {
        return error(
                "0040",
                null,
                "No transaction is active, so an event of channel '%s' can't be recorded with the business data. Call it"
                        + " within a transaction (an EJB method, @Transactional, UserTransaction), or set"
                        + " mp.messaging.outgoing.%s.transaction=own.",
                channel,
                channel);
    }

    public static OnceboxException transactionNotActive(String channel, int status) {
        return error(
                "0041",
                null,
                "The transaction is %s, so an event of channel '%s' can't be recorded in it. Record before it completes"
                        + " or is marked for rollback.",
                TransactionStatus.name(status),
                channel);
    }

    public static OnceboxException notEncodable(String channel, Class<?> type, Throwable cause) {
        return error(
                "0042",
                cause,
                "A payload of %s for channel '%s' can't be encoded: %s. Make it a class that JSON-B can write, or offer a"
                        + " PayloadCodec for it.",
                type.getName(),
                channel,
                rootMessage(cause));
    }

    public static OnceboxException payloadTooLarge(String channel, Class<?> type, int size, int max) {
        return error(
                "0043",
                null,
                "A payload of %s for channel '%s' has %d bytes, more than oncebox.outbox.max-payload-size=%d. Send a"
                        + " reference instead, or raise the limit.",
                type.getName(),
                channel,
                size,
                max);
    }

    public static OnceboxException tooLong(String what, String channel, int length, int max) {
        return error(
                "0044",
                null,
                "The %s of an event for channel '%s' has %d characters; at most %d fit. Shorten it, or use a hash of it.",
                what,
                channel,
                length,
                max);
    }

    public static OnceboxException illegalHeader(String name, String channel, String why, String instead) {
        return error(
                "0045",
                null,
                "Header '%s' of an event for channel '%s' is illegal: %s. Name it %s.",
                name,
                channel,
                why,
                instead);
    }

    public static OnceboxException headersTooLarge(String channel, int size, int max) {
        return error(
                "0046",
                null,
                "The headers of an event for channel '%s' have %d bytes, more than oncebox.outbox.max-headers-size=%d."
                        + " Move what is large into the payload.",
                channel,
                size,
                max);
    }

    public static OnceboxException ambiguousKey(Class<?> type) {
        return error(
                "0047", null, "%s has more than one member with @EventKey. Leave it on one of them.", type.getName());
    }

    public static OnceboxException nothingToRecord(String channel, String what) {
        return error(
                "0048",
                null,
                "%s can't be recorded on channel '%s'. Leave it out, or return null or an empty Optional from an"
                        + " @Outgoing method for no event.",
                what,
                channel);
    }

    public static OnceboxException emitterFinished(String channel) {
        return error(
                "0049",
                null,
                "The emitter of channel '%s' was completed and sends nothing more. Complete it only at the end.",
                channel);
    }

    public static OnceboxException notReady(Throwable cause) {
        return error("0050", cause, "Oncebox has not started: %s. It tries again by itself.", rootMessage(cause));
    }

    public static OnceboxException database(String action, Throwable cause) {
        return error("0051", cause, "The database refused to %s: %s", action, rootMessage(cause));
    }

    public static OnceboxException unreadableKey(Class<?> type, Throwable cause) {
        return error(
                "0052",
                cause,
                "The member of %s with @EventKey can't be read: %s. Make it accessible and without parameters.",
                type.getName(),
                rootMessage(cause));
    }

    public static OnceboxException illegalMetadata(String what, String channel, String why) {
        return error("0053", null, "The %s of an event for channel '%s' %s.", what, channel, why);
    }

    public static OnceboxException notCommitted() {
        return error(
                "0054",
                null,
                "The server rolled a transaction back instead of committing it; its time limit is the usual reason. Raise"
                        + " the limit, or lower oncebox.relay.batch-size.");
    }

    public static OnceboxException defectiveRow(long seq, String defect) {
        return error(
                "0055",
                null,
                "Row %s of the outbox table was not written by Oncebox and can't be published: %s. Repair the row and"
                        + " requeue it, or discard it.",
                seq,
                defect);
    }

    public static OnceboxException tooManyPending(String channel, int limit) {
        return error(
                "0056",
                null,
                "An event for channel '%s' is refused: oncebox.outbox.max-pending=%s events wait to be published. See why"
                        + " the broker does not take them, or raise the limit.",
                channel,
                limit);
    }

    // ---- 006x: the inbox

    public static OnceboxException noIdentity(String handler) {
        return error(
                "0060",
                null,
                "A message for handler '%s' has no identity: no oncebox_id, no CloudEvents id, no _AMQ_DUPL_ID and no"
                        + " JMSMessageID. It is refused and left to the broker's redelivery. Let its sender set one.",
                handler);
    }

    public static OnceboxException claimWithoutTransaction(String handler, int status) {
        return error(
                "0061",
                null,
                "Handler '%s' was called while the transaction was %s, so nothing was claimed or run. Let the container"
                        + " manage a transaction for it.",
                handler,
                TransactionStatus.name(status));
    }

    public static OnceboxException noMessage(String handler, String member) {
        return error(
                "0062",
                null,
                "%s of handler '%s' was called without a message as its parameter. Let it take the jakarta.jms.Message.",
                member,
                handler);
    }

    // ---- 009x: the stored inbox

    public static OnceboxException noHandler(String channel) {
        return error(
                "0090",
                null,
                "Nothing here handles messages of channel '%s', so none is stored. Annotate a method with"
                        + " @Incoming(\"%s\"), or store for a channel that has one.",
                channel,
                channel);
    }

    public static OnceboxException notStorable(String channel, String why) {
        return error(
                "0091",
                null,
                "A message for channel '%s' can't be stored: %s. It is refused and left to the broker's redelivery.",
                channel,
                why);
    }

    public static OnceboxException notReadable(String channel, Throwable cause) {
        return error(
                "0092",
                cause,
                "A message for channel '%s' can't be read: %s. It is refused and left to the broker's redelivery.",
                channel,
                rootMessage(cause));
    }

    /** The message names the kind of the cause only: what a parser says may quote the payload, which is never logged. */
    public static OnceboxException notDecodable(String handler, Throwable cause) {
        return error(
                "0093",
                cause,
                "The payload can't be decoded to what handler '%s' takes: %s. It will not be tried again; correct the handler"
                        + " and requeue the message, or discard it.",
                handler,
                root(cause).getClass().getName());
    }

    public static OnceboxException handlerBroken(String handler, Throwable cause) {
        return error("0094", cause, "Handler '%s' ended with an error: %s", handler, rootMessage(cause));
    }

    public static OnceboxException foreignIncomingChannel(String channel, String connector) {
        return error(
                "0095",
                null,
                "Channel '%s' belongs to connector %s. Set mp.messaging.incoming.%s.connector=oncebox to have its messages"
                        + " stored.",
                channel,
                connector,
                channel);
    }

    public static OnceboxException noSource(String origin, String channel) {
        return error(
                "0096",
                null,
                "Nothing here receives from %s, the destination of channel '%s'. Add the adapter for that kind of broker.",
                origin,
                channel);
    }

    public static OnceboxException topicAsOrigin(String channel, String destination) {
        return error(
                "0097",
                null,
                "Channel '%s' is to receive from topic %s, which keeps nothing for a receiver that is away. Name a queue, or"
                        + " subscribe durably in a message-driven bean that calls Inbox.store.",
                channel,
                destination);
    }

    public static OnceboxException unusableIncoming(String member, String why, String instead) {
        return error("0098", null, "@Incoming method %s %s, so Oncebox can't call it. %s", member, why, instead);
    }

    public static OnceboxException sharedStoredHandler(String handler, String one, String other) {
        return error(
                "0099",
                null,
                "Two handlers of stored messages, %s and %s, have the name '%s'. Give each a name of its own with"
                        + " @Idempotent(handler = …).",
                one,
                other,
                handler);
    }

    // ---- 007x: the plain JVM

    public static OnceboxException notGiven(String what) {
        return error("0070", null, "Oncebox in a plain JVM needs a %s. Give it to the builder.", what);
    }

    public static OnceboxException unknownResource(String what, String name, String key, Collection<String> known) {
        return error(
                "0071",
                null,
                "Oncebox was given no %s named '%s'; it has %s. Give it one of this name, or set %s to one that it has.",
                what,
                name,
                String.join(", ", known),
                key);
    }

    public static OnceboxException namedDestination(String channel, String name, String key) {
        return error(
                "0072",
                null,
                "The destination of channel '%s' is the JNDI name '%s', which a plain JVM cannot look up. Set %s to"
                        + " queue:NAME or topic:NAME for a name in the broker.",
                channel,
                name,
                key);
    }

    public static OnceboxException illegalHandlerName(String name, int max) {
        return error("0073", null, "'%s' is no name of a handler. Give it one of 1 to %s characters.", name, max);
    }

    // ---- 011x: where @Idempotent stands, 012x: its calls

    public static OnceboxException idempotentKeySyntax(String member, String key) {
        return error(
                "0110",
                null,
                "@Idempotent(key = \"%s\") on %s names nothing of a message. Write property:NAME for a property of the JMS"
                        + " message, header:JMSCorrelationID or header:JMSMessageID.",
                key,
                member);
    }

    public static OnceboxException idempotentWithoutKey(String member) {
        return error(
                "0111",
                null,
                "Nothing identifies the calls of @Idempotent method %s: none of its parameters is a message. Put"
                        + " @IdempotencyKey on a parameter, or set a resolver.",
                member);
    }

    public static OnceboxException unknownKeyPath(String path, String member, String why) {
        return error(
                "0112",
                null,
                "@IdempotencyKey(\"%s\") on a parameter of %s leads nowhere: %s. Write the names of record components,"
                        + " getters or public fields, with dots between them.",
                path,
                member,
                why);
    }

    public static OnceboxException severalKeys(String member) {
        return error(
                "0113",
                null,
                "@Idempotent method %s has more than one source of its key. Leave one of key, resolver and"
                        + " @IdempotencyKey, on one parameter.",
                member);
    }

    public static OnceboxException keyWithoutText(String member, String type) {
        return error(
                "0114",
                null,
                "The key of @Idempotent method %s is of %s, which has no text that tells it from others. Name a property of"
                        + " it in @IdempotencyKey, or set a resolver.",
                member,
                type);
    }

    public static OnceboxException nothingToReturn(String member, String type) {
        return error(
                "0115",
                null,
                "@Idempotent method %s returns %s, and a repeated call would have nothing to return. Set replay = true, or"
                        + " return void or an object.",
                member,
                type);
    }

    public static OnceboxException nothingToReplay(String member) {
        return error(
                "0116",
                null,
                "@Idempotent(replay = true) stands on %s, which returns nothing. Take replay away.",
                member);
    }

    public static OnceboxException asynchronousIdempotent(String member, String type) {
        return error(
                "0117",
                null,
                "@Idempotent method %s has to do with %s, which completes outside of the transaction. Return what is"
                        + " complete.",
                member,
                type);
    }

    public static OnceboxException noResolver(String member, String type) {
        return error(
                "0118",
                null,
                "The key resolver of @Idempotent method %s, %s, is no CDI bean. Make it one, for example with"
                        + " @ApplicationScoped.",
                member,
                type);
    }

    public static OnceboxException unguarded(String member, String why) {
        return error(
                "0119",
                null,
                "@Idempotent stands on %s, which %s, so its calls would not be guarded. Put it on a method that the container"
                        + " calls: an instance method, neither private nor final, that is not overridden.",
                member,
                why);
    }

    public static OnceboxException idempotentTooLate(String member, Enum<?> phase) {
        return error(
                "0120",
                null,
                "@Idempotent stands on observer %s, which is called %s, when nothing can be claimed in the transaction any"
                        + " more. Observe during IN_PROGRESS.",
                member,
                phase);
    }

    public static OnceboxException impliedIdempotent(String member) {
        return error(
                "0126",
                null,
                "@Idempotent comes to %s by another annotation, such as a stereotype or an interceptor binding, which is not"
                        + " looked into. Put @Idempotent itself on the method or its class.",
                member);
    }

    public static OnceboxException noKey(String handler) {
        return error(
                "0121",
                null,
                "A call of handler '%s' has no key: what should identify it is null or blank. It is refused.",
                handler);
    }

    public static OnceboxException resultMissing(String handler, String id) {
        return error(
                "0122",
                null,
                "Handler '%s' has processed '%s' before, but what it returned is not there: it was not stored then, or it"
                        + " was committed after this transaction began. In the second case the call can be repeated.",
                handler,
                id);
    }

    public static OnceboxException resultNotReplayable(String handler, String type, Throwable cause) {
        return error(
                "0123",
                cause,
                "What handler '%s' returns, %s, can't be stored and read back: %s. Make it a class that JSON-B can write and"
                        + " read, or offer a PayloadCodec for it that decodes.",
                handler,
                type,
                rootMessage(cause));
    }

    public static OnceboxException effectsOutsideOfTransaction(String handler) {
        return error(
                "0124",
                null,
                "Handler '%s' was called in a transaction that its connections take no part in: they commit each statement by"
                        + " themselves, so claim and effects would not commit together. On Payara this is a @Transactional"
                        + " bean called from an EJB method without a transaction, or an observer BEFORE_COMPLETION. Let the"
                        + " EJB method have a transaction.",
                handler);
    }

    public static OnceboxException unreadableIdentity(String handler, Throwable cause) {
        return error(
                "0125", cause, "The key of a call of handler '%s' can't be read: %s.", handler, rootMessage(cause));
    }

    // ---- 013x: HTTP

    public static OnceboxException streamedResponse(String member, String type) {
        return error(
                "0130",
                null,
                "@Idempotent resource method %s has to do with %s, which is written after the method has returned, so it"
                        + " can't be stored with the effects. Return an entity that is complete, or a Response with one.",
                member,
                type);
    }

    public static OnceboxException keyOfResource(String member) {
        return error(
                "0131",
                null,
                "@Idempotent resource method %s has a key of its own, but requests are identified by the header"
                        + " Idempotency-Key. Take key, resolver or @IdempotencyKey away, or guard a method that the resource"
                        + " calls.",
                member);
    }

    public static OnceboxException responseWithoutType(String member) {
        return error(
                "0132",
                null,
                "@Idempotent resource method %s does not say what it produces, so its response can't be stored with the"
                        + " effects. Write @Produces with media types, without wildcards, on the method or its class.",
                member);
    }

    public static OnceboxException illegalIdempotencyKey(int max) {
        return error(
                "0133",
                null,
                "The request header Idempotency-Key is missing or illegal. Send it once, with 1 to %s characters, for example"
                        + " Idempotency-Key: \"8e03978e-40d5-43e8-bc93-6894a57f9324\"",
                max);
    }

    public static OnceboxException requestInProgress() {
        return error(
                "0134",
                null,
                "A request with this Idempotency-Key is being processed. Repeat it later to get its response.");
    }

    public static OnceboxException otherRequest() {
        return error(
                "0135",
                null,
                "This Idempotency-Key was used for another request: query or body differ. Send a new key with a new request.");
    }

    public static OnceboxException requestTooLarge(int max) {
        return error(
                "0136", null, "The body of the request has more than oncebox.http.max-request-size=%s bytes.", max);
    }

    public static OnceboxException resourceWithoutInterceptor(String member) {
        return error(
                "0137",
                null,
                "@Idempotent resource method %s is of no CDI bean, or of an object that the application has made itself, so"
                        + " nothing guards it. Give its class a scope, for example @RequestScoped, or make it an EJB, and let the"
                        + " container make the object.",
                member);
    }

    public static OnceboxException responseTooLarge(String member, int max) {
        return error(
                "0138",
                null,
                "The entity that @Idempotent resource method %s returned has more than oncebox.http.max-response-size=%s"
                        + " bytes. It is not stored, and the request fails. Return less, or raise the limit.",
                member,
                max);
    }

    public static OnceboxException responseNotWritable(String member, String type, String mediaType) {
        return error(
                "0139",
                null,
                "No provider writes the entity that @Idempotent resource method %s returned, %s, as %s. Declare what can be"
                        + " written in @Produces, or register a MessageBodyWriter.",
                member,
                type,
                mediaType);
    }

    public static OnceboxException resourceWithoutRequest(String member) {
        return error(
                "0140",
                null,
                "@Idempotent resource method %s was called without a request, or one that has not passed Oncebox's filter."
                        + " Leave jakarta.ws.rs.loadServices at its default; let other beans call a method of another bean.",
                member);
    }

    // ---- 015x: the console

    public static OnceboxException consoleWithoutRole() {
        return error(
                "0150",
                null,
                "The console is enabled, but nobody is named who may open it. Set oncebox.console.role to a role of the"
                        + " application's users.");
    }

    public static OnceboxException consolePathTaken(String path) {
        return error(
                "0151",
                null,
                "The console can't be at %s, where the application has a servlet of its own, or Oncebox for a second time. Set"
                        + " oncebox.console.path to another path.",
                path);
    }

    public static OnceboxException consoleWithoutLogin() {
        return error(
                "0152",
                null,
                "The console stays closed: this application has no login, so nobody can be known. Give it one, by"
                        + " <login-config> in web.xml or by Jakarta Security.");
    }

    public static OnceboxException consoleForbidden(String role) {
        return error(
                "0153",
                null,
                "The console is open to role %s alone, which this user does not have. Give it to the user, or to one of the"
                        + " user's groups, in the server.",
                role);
    }

    public static OnceboxException consoleRequestIllegal(String reason) {
        return error("0154", null, "The console does not understand this request: %s.", reason);
    }

    public static OnceboxException consoleRequestForeign(String reason) {
        return error(
                "0155",
                null,
                "A change must come from the console's own page, or from a client that says so: %s. Send it as"
                        + " application/json, with the header X-Oncebox-Console: 1 and, if at all, the Origin of this address.",
                reason);
    }

    public static OnceboxException consoleNothingThere() {
        return error(
                "0156",
                null,
                "Here is nothing any more: it was published, handled or discarded in the meantime, or it never was.");
    }

    // ---- 016x: administration

    public static OnceboxException illegalPageSize(int limit, int max) {
        return error("0160", null, "A page of %s events is none. Ask for 1 to %s.", limit, max);
    }

    public static OnceboxException illegalCursor() {
        return error("0161", null, "The cursor is none that a page before had. Begin with the first page.");
    }

    public static OnceboxException purgeWithoutLine() {
        return error(
                "0162",
                null,
                "A purge is for one channel or handler. Name it in the filter, with EventFilter.withLine.");
    }

    public static OnceboxException illegalLine(String line) {
        return error(
                "0163",
                null,
                "'%s' can be the name of no channel and no handler: it is blank, longer than 255 characters, or no text that"
                        + " databases store.",
                line);
    }

    /** Whether the administration was asked for something that it does for nobody. */
    public static boolean isFaultOfOperator(OnceboxException problem) {
        return problem.code().startsWith("OBX-016");
    }

    /** Whether time may heal it: the database did not answer, or no thread was free. */
    public static boolean isPassing(OnceboxException problem) {
        return switch (problem.code()) {
            case "OBX-0012", "OBX-0016" -> true;
            case "OBX-0051" -> problem.getCause() instanceof SQLException e && isPassing(e);
            default -> false;
        };
    }

    /** By the classes of SQLState: connection, resources, operator intervention, rollback; H2's own for the first. */
    private static boolean isPassing(SQLException problem) {
        String state = String.valueOf(problem.getSQLState());
        return PASSING_STATES.stream().anyMatch(state::startsWith);
    }

    /** Whether a message could not be stored because of what it is, by the classes of SQLState for data and constraints. */
    public static boolean isFaultOfMessage(Exception problem) {
        if (!(problem instanceof OnceboxException coded)) {
            return false;
        }
        String state = coded.getCause() instanceof SQLException e ? String.valueOf(e.getSQLState()) : "";
        return switch (coded.code()) {
            case "OBX-0091", "OBX-0092" -> true;
            case "OBX-0051" -> state.startsWith("22") || state.startsWith("23");
            default -> false;
        };
    }

    /** Whether the database ended a transaction because of another one at the same time: it may be tried again. */
    public static boolean isConflict(OnceboxException problem) {
        return problem.code().equals("OBX-0122") || (problem.getCause() instanceof SQLException e && isConflict(e));
    }

    private static boolean isConflict(SQLException e) {
        return (String.valueOf(e.getSQLState()).startsWith(ROLLBACK_STATE) || CONFLICTS.contains(e.getErrorCode()));
    }

    /** The messages of an exception and its causes, on one line; of endless causes the first ones. */
    public static String chain(Throwable cause) {
        StringBuilder text = new StringBuilder(described(cause));
        Throwable next = cause.getCause();
        for (int i = 1; next != null && i < MAX_CAUSES; i++) {
            text.append(" <- ").append(described(next));
            next = next.getCause();
        }
        return text.toString();
    }

    /** What an exception says of itself, unless that fails too. */
    private static String described(Throwable cause) {
        try {
            return String.valueOf(cause);
        } catch (RuntimeException e) {
            return cause.getClass().getName();
        }
    }

    private static OnceboxException error(String number, Throwable cause, String text, Object... values) {
        return new OnceboxException("OBX-" + number, String.format(text, values), cause);
    }

    private static String list(List<String> names) {
        return names.isEmpty() ? "there is nothing" : "there are " + String.join(", ", names);
    }

    private static Throwable root(Throwable cause) {
        Throwable root = cause;
        for (int i = 1; root.getCause() != null && i < MAX_CAUSES; i++) {
            root = root.getCause();
        }
        return root;
    }

    private static String rootMessage(Throwable cause) {
        Throwable root = root(cause);
        try {
            return root.getMessage() == null ? root.getClass().getSimpleName() : root.getMessage();
        } catch (RuntimeException e) {
            return root.getClass().getName();
        }
    }
}
