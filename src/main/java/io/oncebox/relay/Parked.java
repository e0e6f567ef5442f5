// SPDX-License-Identifier: Apache-2.0
package io.oncebox.relay;

import io.oncebox.api.OnceboxException;
import io.oncebox.api.ParkedEvent;
import io.oncebox.api.ParkedEvents;
import io.oncebox.api.ParkedFilter;
import io.oncebox.api.ParkedMessages;
import io.oncebox.log.Errors;
import io.oncebox.log.Log;
import io.oncebox.spi.ParkedStore;
import io.oncebox.spi.Transactions;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** What is parked in some queues: the outboxes, or the inbox. */
public final class Parked implements ParkedEvents, ParkedMessages {

    /** Most events changed in one transaction. */
    private static final int CHUNK = 1000;

    private final Supplier<Collection<ParkedStore>> stores;
    private final Transactions transactions;
    private final Runnable afterChange;

    public Parked(Supplier<Collection<ParkedStore>> stores, Transactions transactions, Runnable afterChange) {
        this.stores = stores;
        this.transactions = transactions;
        this.afterChange = afterChange;
    }

    @Override
    public List<ParkedEvent> find(ParkedFilter filter, int limit) {
        Objects.requireNonNull(filter, "filter");
        List<ParkedEvent> found = new ArrayList<>();
        for (ParkedStore store : stores.get()) {
            found.addAll(inNew(() -> store.find(filter, limit)));
        }
        return found;
    }

    @Override
    public int requeue(ParkedFilter filter, String by) {
        Objects.requireNonNull(by, "by");
        int count = change(filter, ParkedStore::requeue, ids -> Log.requeued(ids, by));
        afterChange.run();
        return count;
    }

    @Override
    public int discard(ParkedFilter filter, String by) {
        Objects.requireNonNull(by, "by");
        int count = change(filter, ParkedStore::discard, ids -> Log.discarded(ids, by));
        afterChange.run();
        return count;
    }

    /** A change of some parked events of one outbox. */
    @FunctionalInterface
    private interface Change {
        List<String> on(ParkedStore store, ParkedFilter filter, int limit);
    }

    private int change(ParkedFilter filter, Change change, Consumer<List<String>> audit) {
        Objects.requireNonNull(filter, "filter");
        int count = 0;
        for (ParkedStore store : stores.get()) {
            List<String> ids;
            do {
                ids = inNew(() -> change.on(store, filter, CHUNK));
                if (!ids.isEmpty()) {
                    audit.accept(ids);
                }
                count += ids.size();
            } while (ids.size() == CHUNK);
        }
        return count;
    }

    private <T> T inNew(Callable<T> work) {
        try {
            return transactions.inNew(work);
        } catch (OnceboxException e) {
            throw e;
        } catch (Exception e) {
            throw Errors.database("change parked events", e);
        }
    }
}
