// SPDX-License-Identifier: Apache-2.0
package io.onceward.inbox;

import io.onceward.api.OncewardException;
import io.onceward.log.Causes;
import io.onceward.log.Seconds;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;

/** The log messages of the inbox. They contain no payloads. */
public final class InboxLog {

    private static final Logger LOGGER = System.getLogger("io.onceward");

    private InboxLog() {}

    static void handlerUnavailable(String handler, Throwable cause) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1025: Handler ''{0}'' is unavailable: several messages have failed and none has succeeded in"
                        + " between. The messages of the handler are kept, no attempt counts, and Onceward tries one"
                        + " message after each pause. Cause: {1}",
                handler,
                Causes.chain(cause));
        LOGGER.log(Level.DEBUG, "OWD-1025: Stack trace of the failure of handler " + handler, cause);
    }

    static void handlerAvailableAgain(String handler, Duration outage, int failures) {
        LOGGER.log(
                Level.INFO,
                "OWD-1026: Handler ''{0}'' is available again after {1} s and {2,choice,1#1 failed attempt|1<{2} failed"
                        + " attempts}",
                handler,
                Seconds.of(outage),
                failures);
    }

    static void batchFailed(String handler, int messages, Throwable cause) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1209: Handler ''{0}'' failed with a batch of {1} messages. The batch rolled back, and no attempt counts. Onceward"
                        + " tries its halves, down to single messages. Cause: {2}",
                handler,
                messages,
                Causes.chain(cause));
        LOGGER.log(Level.DEBUG, "OWD-1209: Stack trace of the failure of handler " + handler, cause);
    }

    static void duplicateDropped(String handler, String messageId) {
        LOGGER.log(
                Level.DEBUG,
                "OWD-1030: Duplicate of message ''{1}'' dropped before handler ''{0}''",
                handler,
                messageId);
    }

    static void claimedButFailed(String handler, String messageId) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1171: Handler ''{0}'' has failed, but message ''{1}'' has a claim: its redelivery will be dropped. If no other"
                        + " delivery has handled it, a statement such as DDL has committed the claim. Then delete the claim.",
                handler,
                messageId);
    }

    static void removedButFailed(String handler, String eventId) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1191: Handler ''{0}'' has failed, but local event ''{1}'' is no longer in its queue. If no other node has"
                        + " handled it, a statement such as DDL has committed the removal, with all changes before it. Complete"
                        + " the work of the handler by hand.",
                handler,
                eventId);
    }

    /**
     * @param receiver the handler or channel that receives the messages, with its kind
     * @param hint what senders can set
     */
    static void transportIdentity(String receiver, String hint) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1031: A message for {0} has no id from its sender, so Onceward identifies the message"
                        + " by the id that the broker assigns. If a sender sends such a message again, the message is"
                        + " processed again. Set {1} in the sender. Onceward logs this once for {0}.",
                receiver,
                hint);
    }

    static void unknownHandlers(List<String> handlers) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1035: The inbox has claims of handlers that this application does not have: {0}. If a"
                        + " handler was renamed, set the old name in @Idempotent(handler); otherwise messages that were"
                        + " processed under the old name are processed again. If a handler was removed, set"
                        + " onceward.inbox.retention.HANDLER to a duration such as P30D, with the name of the handler"
                        + " as HANDLER; Onceward then deletes the claims of the handler after this time. If another"
                        + " application has these handlers, ignore this message.",
                String.join(", ", handlers));
    }

    static void receiverRejected(String channel, Throwable cause) {
        LOGGER.log(
                Level.DEBUG,
                "OWD-1060: The executor rejected the receiver of channel ''{0}''; the next poll"
                        + " starts the receiver",
                channel,
                cause);
    }

    static void notStored(String channel, Throwable cause) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1061: A message of channel ''{0}'' was not stored; the broker redelivers it or moves it to"
                        + " its dead-letter address. Cause: {1}",
                channel,
                Causes.chain(cause));
    }

    /** @param defect what is wrong, and where the message came from */
    static void parked(String id, String channel, String handler, String defect) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1066: Message ''{0}'' of channel ''{1}'' for handler ''{2}'' is parked as it came. Requeue or discard"
                        + " the message. Cause: {3}",
                id,
                channel,
                handler,
                defect);
    }

    /** Names only the type of a cause that is not ours: its text may quote the payload. */
    static void deliveryFailed(String handler, String deliveries, Throwable failure) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1067: Handler ''{0}'' failed at delivery {1} of a message. If the broker allows no further delivery,"
                        + " the message is in the dead-letter queue, or lost. Cause: {2}",
                handler,
                deliveries,
                failure instanceof OncewardException
                        ? failure.getMessage()
                        : Causes.root(failure).getClass().getName());
    }

    static void claimsPruned(String datasource, long claims) {
        LOGGER.log(
                Level.INFO,
                "OWD-1062: Deleted {0,choice,1#1 claim|1<{0} claims} from datasource ''{1}'', because the"
                        + " retention has ended",
                claims,
                datasource);
    }

    static void claimPruningFailed(String datasource, Throwable cause) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1063: Claims in datasource ''{0}'' could not be deleted after their retention. Onceward"
                        + " retries within a minute. Cause: {1}",
                datasource,
                Causes.chain(cause));
    }

    static void contextUnreadable(String handler, Throwable cause) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1103: The correlation and trace ids of a message for handler ''{0}'' can''t be read; the"
                        + " handler runs without them. Cause: {1}",
                handler,
                Causes.chain(cause));
    }

    public static void unreadable(Rehearsal.Finding finding) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1112: This version of the application can''t read {0} waiting or parked messages of type ''{1}'' for handler"
                        + " ''{2}'', such as ''{3}'': {4}. Provide an Upcaster for this type, or correct the class.",
                finding.count(),
                finding.type(),
                finding.handler(),
                finding.first(),
                finding.reason());
    }

    public static void unreadableInArchive(Rehearsal.Finding finding) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1214: This version of the application could not read {0} of the last published events of type ''{1}'' for handler"
                        + " ''{2}'', such as ''{3}'': {4}. Before you publish events of the archive again, provide an Upcaster for"
                        + " this type, or correct the class.",
                finding.count(),
                finding.type(),
                finding.handler(),
                finding.first(),
                finding.reason());
    }

    static void rehearsedInPart(String handler, int messages) {
        LOGGER.log(
                Level.INFO,
                "OWD-1113: The rehearsal has decoded {0} messages of handler ''{1}'', but not one of each shape."
                        + " The others are decoded when the handler gets them.",
                messages,
                handler);
    }
}
