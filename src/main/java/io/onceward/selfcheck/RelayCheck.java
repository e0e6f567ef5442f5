// SPDX-License-Identifier: Apache-2.0
package io.onceward.selfcheck;

import io.onceward.api.EventFilter;
import io.onceward.api.EventState;
import io.onceward.api.OncewardException;
import io.onceward.inbox.ClaimStore;
import io.onceward.inbox.ExpiredClaimStore;
import io.onceward.inbox.StoredResult;
import io.onceward.queue.ColumnWidths;
import io.onceward.queue.RecordedEvent;
import io.onceward.queue.Side;
import io.onceward.queue.Slots;
import io.onceward.queue.store.ArchiveStore;
import io.onceward.queue.store.Lanes;
import io.onceward.queue.store.LeaseStore;
import io.onceward.queue.store.LeftOut;
import io.onceward.queue.store.QueueReading;
import io.onceward.queue.store.QueueStore;
import io.onceward.queue.store.QueuedEvent;
import io.onceward.queue.store.ReadRange;
import io.onceward.queue.store.SideStores;
import io.onceward.spi.Transactions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Runs the statements of relays, handlers and janitors, each through the store that they use, on a queue that no other node knows, and
 * compares what the statements find and change. Each part is one transaction of the server, which rolls back. So a right, a mode, a
 * setting, a trigger or a collation with which a relay would stop refuses the deployment.
 *
 * <p>Texts that only a strict comparison tells apart are ids, keys, queues and handlers of the probes. They are as long as may be:
 * MariaDB and MySQL may be told to cut what a column does not hold, without an error. Used by one thread.
 */
public final class RelayCheck {

    private static final String NAME = "onceward.probe";

    private static final String TEXT = "\u00fc\u20ac\ud83d\ude00'\\ \"%";

    private static final byte[] BYTES = {0, '\\', '\'', -1, 127, -128};

    /** More than the smaller types of MariaDB and MySQL hold. */
    private static final int LARGE = 70_000;

    /** The characters of a hash in hexadecimal digits. */
    private static final int FINGERPRINT = 64;

    /** The highest status of an HTTP response. */
    private static final int LAST_STATUS = 599;

    /** The mark of a sentinel that is not set. */
    private static final String UNSET = "";

    private static final String ERROR = filled(TEXT, ColumnWidths.ERROR);

    /** An hour that some time zones leave out, to the microsecond. */
    private static final Instant DUE = Instant.parse("2021-03-28T02:30:00.000001Z");

    private static final Duration PAST = Duration.ofDays(-1);

    /** Less than time zones differ. */
    private static final Duration YOUNG = Duration.ofMinutes(10);

    private static final Duration LEASE = Duration.ofMinutes(1);

    private final String datasource;
    private final Transactions transactions;
    private final List<String> settings;

    /**
     * @param transactions those of the relay
     * @param settings the settings of a session, for messages
     */
    public RelayCheck(String datasource, Transactions transactions, List<String> settings) {
        this.datasource = datasource;
        this.transactions = transactions;
        this.settings = settings;
    }

    /** Ends the transaction of the probes, so that it rolls back. Its message is what was otherwise than expected, if anything. */
    private static final class End extends RuntimeException {

        private static final long serialVersionUID = 1;

        End(String fault) {
            super(fault, null, false, false);
        }
    }

    /**
     * Checks the relay of one side.
     *
     * @param archive where published events go; empty if they are deleted
     * @throws OncewardException if a statement fails, or does not what it must
     */
    public void run(SideStores stores, LeaseStore leases, Optional<ArchiveStore> archive) {
        String self = UUID.randomUUID().toString();
        rolledBack(() -> lease(leases, self));
        rolledBack(() -> {
            new Probes(stores, self).run();
            archive.ifPresent(kept -> require("archive", kept.prune(PAST, 1).orElse(1) == 1));
        });
    }

    /** A lease locks the rows of nodes that are gone, for which others then wait: alone in its transaction, it does so for moments. */
    private static void lease(LeaseStore leases, String self) {
        LeaseStore.Node node = new LeaseStore.Node(self, null, Set.of(NAME));
        require(
                "lease",
                leases.begin(node, LEASE).contains(node)
                        && leases.renew(node, LEASE).contains(node));
        leases.end(self);
    }

    /** Checks claims, and the results that are kept with them. */
    public void run(ClaimStore claims, ExpiredClaimStore expired) {
        rolledBack(() -> {
            expired.prune(ofProbes(PAST), null, 1);
            List<String> ids = variants(UUID.randomUUID().toString(), ColumnWidths.MESSAGE_ID);
            String id = ids.get(0);
            for (String one : ids) {
                require("claim", claims.first().tryClaim(NAME, one) && !claims.claim(NAME, one));
                require("claim", claims.first().claim(one, id) && !claims.tryClaim(one, id));
            }
            require("age of a claim", expired.prune(ofProbes(YOUNG), null, 100).deleted() == 0);
            StoredResult result = new StoredResult(
                    "f".repeat(FINGERPRINT),
                    LAST_STATUS,
                    filled(TEXT, LARGE),
                    filled(TEXT, ColumnWidths.CONTENT_TYPE),
                    Arrays.copyOf(BYTES, LARGE));
            claims.keep(NAME, id, result);
            require(
                    "result",
                    claims.result(NAME, id).filter(found -> same(found, result)).isPresent());
            claims.forget(NAME, id);
            require("result of a forgotten claim", claims.latestResult(NAME, id).isEmpty());
            require("claim", claims.claim(NAME, id));
        });
    }

    private static boolean same(StoredResult one, StoredResult other) {
        return one.fingerprint().equals(other.fingerprint())
                && one.status() == other.status()
                && one.headers().equals(other.headers())
                && one.contentType().equals(other.contentType())
                && Arrays.equals(one.content(), other.content());
    }

    /** Keeps the claims of probes for a time. */
    private static ExpiredClaimStore.Retention ofProbes(Duration kept) {
        return new ExpiredClaimStore.Retention() {
            @Override
            public Duration shortest() {
                return kept;
            }

            @Override
            public Optional<Duration> of(String handler) {
                return handler.equals(NAME) ? Optional.of(kept) : Optional.empty();
            }
        };
    }

    /**
     * Returns texts that differ from each other by case, accent, trailing space, or a character without a width, the longest with a number
     * of characters.
     */
    private static List<String> variants(String begin, int length) {
        String id = filled(begin, length - 2);
        return List.of("a" + id, "A" + id, "\u00e4" + id, "a" + id + " ", "a\u200b" + id);
    }

    private static String filled(String begin, int length) {
        return begin + "-".repeat(length - begin.length());
    }

    private void rolledBack(Runnable work) {
        try {
            transactions.inNew(() -> {
                work.run();
                throw new End(null);
            });
        } catch (End e) {
            if (e.getMessage() != null) {
                throw SelfCheckErrors.otherThanExpected(datasource, e.getMessage(), settings);
            }
        } catch (OncewardException e) {
            throw SelfCheckErrors.ofRelay(datasource, e, settings);
        } catch (Exception e) {
            throw SelfCheckErrors.startInterrupted(SelfCheck.nameFor(datasource), e);
        }
    }

    private static void require(String what, boolean held) {
        if (!held) {
            throw new End(what);
        }
    }

    /** The probes of one side, and the cycle of a relay with them. */
    private static final class Probes {

        private final SideStores stores;
        private final String self;
        private final String name = filled(NAME + UUID.randomUUID(), ColumnWidths.QUEUE);
        private final List<RecordedEvent> written = new ArrayList<>();
        private final QueueStore queue;

        Probes(SideStores stores, String self) {
            this.stores = stores;
            this.self = self;
            purge(); // begins at the isolation level of relays, which no later statement may change
            this.queue = stores.queues().open(name);
        }

        private int purge() {
            EventFilter all = EventFilter.all().withQueue(name);
            return stores.admin().purge(all, 0, 100).events().size();
        }

        private RecordedEvent probe(String queueName, String id, String key) {
            boolean inbox = queue.side() == Side.INBOX;
            boolean large = id.equals("delayed"); // read once, and archived
            return new RecordedEvent(
                    id,
                    inbox ? filled(NAME, ColumnWidths.QUEUE) : queueName,
                    key,
                    filled(TEXT, ColumnWidths.TYPE),
                    large ? Arrays.copyOf(BYTES, LARGE) : key == null ? new byte[0] : BYTES,
                    filled("text/", ColumnWidths.CONTENT_TYPE),
                    Map.of(TEXT, large ? filled(TEXT, LARGE) : TEXT, "empty", ""),
                    inbox ? queueName : filled("none:", ColumnWidths.DESTINATION),
                    Slots.of(key, id),
                    large ? DUE : null);
        }

        void run() {
            List<String> keys = variants("", ColumnWidths.KEY);
            List<String> ids =
                    variants("", queue.side() == Side.INBOX ? ColumnWidths.MESSAGE_ID : ColumnWidths.EVENT_ID);
            for (int i = 0; i < keys.size(); i++) {
                written.add(probe(name, ids.get(i), keys.get(i)));
            }
            written.add(probe(name, "second", keys.get(0)));
            written.add(probe(name, "third", keys.get(1)));
            written.add(probe(name, "no key", null));
            written.add(probe(name, "delayed", null));
            stores.append().write(written);
            RecordedEvent other = probe(name.toUpperCase(Locale.ROOT), ids.get(0), null);
            if (stores.append().append(other, UNSET, 0) == null) {
                stores.append().write(List.of(other));
            }
            require("queue", stores.queues().withWork().contains(name) && queue.hasWork());
            Lanes lanes = take();
            List<QueuedEvent> events = read(lanes);
            settle(lanes, events);
            if (queue.mayLoseReads()) {
                queue.makeDurable();
            }
            administer();
            queue.release(self, lanes.numbers());
            require("released lanes", queue.lanes(self).isEmpty());
            stores.policies().controls();
        }

        private Lanes take() {
            require(
                    "lane",
                    queue.take(self, Set.of(written.get(0).slot()), 1)
                            && queue.take(self, Set.of(), Integer.MAX_VALUE));
            Lanes lanes = queue.lanes(self);
            require(
                    "lanes",
                    lanes.hasAll() && queue.lock(lanes, lanes.numbers()).equals(lanes.numbers()));
            return lanes;
        }

        private List<QueuedEvent> read(Lanes lanes) {
            queue.begin();
            QueueReading all = queue.read(lanes, ReadRange.fromHead(100), true, LeftOut.NOTHING, true);
            List<QueuedEvent> found = new ArrayList<>(all.pending().events());
            found.addAll(all.due().events());
            require("number of events", found.size() == written.size());
            for (int i = 0; i < found.size(); i++) {
                require("content of an event", same(found.get(i).event(), written.get(i)));
            }
            LeftOut some = new LeftOut(
                    Set.of("none:"),
                    Set.of(written.get(0).key()),
                    List.of(found.get(0).seq()));
            QueueReading rest = queue.read(lanes, new ReadRange(found.get(0).seq(), 100, 100), false, some, true);
            require("events behind another", rest.pending().events().size() == written.size() - 3);
            return found;
        }

        private static boolean same(RecordedEvent one, RecordedEvent other) {
            return Arrays.equals(one.payload(), other.payload())
                    && one.withPayload(null, null).equals(other.withPayload(null, null));
        }

        /** The first event of one key is refused, that of the next one is parked, and the others are published. */
        private void settle(Lanes lanes, List<QueuedEvent> events) {
            QueuedEvent refused = events.get(0);
            QueuedEvent parked = events.get(1);
            List<QueuedEvent> behind = events.subList(5, 7);
            List<QueuedEvent> published = new ArrayList<>(events.subList(2, 5));
            published.addAll(events.subList(7, events.size()));
            require("published events", queue.remove(published) == published.size());
            require("retry", queue.retryLater(refused, lanes.of(refused.event()), PAST, ERROR));
            require("parked event", queue.park(parked, lanes.of(parked.event()), ERROR));
            queue.block(behind);
            QueueReading held = look(Set.of(), refused);
            require(
                    "keys of blocked events",
                    held.blocking().keySet().size() == 1 && held.lanes().held().size() == 2);
            QueuedEvent retrying = held.due().events().get(0);
            require("uncounted retry", queue.retryUncounted(retrying, lanes.of(refused.event()), PAST, ERROR));
            unblock(lanes, refused);
            look(Set.of(), refused);
            require("retried event", retrying.attempts() == 1 && queue.remove(List.of(retrying)) == 1);
            unblock(lanes, refused);
            look(Set.of(behind.get(0).seq()), null);
            queue.unblock(lanes.numbers(), lanes.total(), QueueStore.Unblocked.COMPLETE, false);
            look(Set.of(behind.get(0).seq(), behind.get(1).seq()), null);
            require("malformed rows", queue.parkMalformedRows(1).isEmpty());
        }

        private void unblock(Lanes lanes, QueuedEvent ended) {
            queue.unblock(lanes.numbers(), lanes.total(), List.of(ended), true);
        }

        /** Reads as a relay does, and compares the pending events and the one that is due. */
        private QueueReading look(Collection<Long> pending, QueuedEvent due) {
            QueueReading reading = queue.read(queue.lanes(self), ReadRange.fromHead(100), true, LeftOut.NOTHING, true);
            require(
                    "states",
                    seqs(reading.pending().events()).equals(Set.copyOf(pending))
                            && seqs(reading.due().events()).equals(due == null ? Set.of() : Set.of(due.seq()))
                            && reading.due().events().stream().allMatch(event -> event.state() == EventState.RETRYING));
            return reading;
        }

        private static Set<Long> seqs(List<QueuedEvent> events) {
            return Set.copyOf(events.stream().map(QueuedEvent::seq).toList());
        }

        private void administer() {
            EventFilter all = EventFilter.all().withQueue(name);
            require(
                    "requeued events",
                    stores.admin().requeue(all, 0, 100).events().size() == 1);
            require("purged events", purge() == 3);
        }
    }
}
