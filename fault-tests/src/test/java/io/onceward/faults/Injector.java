// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import java.io.IOException;
import java.sql.SQLException;
import java.util.Map;

/** Injects the planned faults and heals them, with one thread for each target. */
final class Injector {

    private static final int MAX_HOURS = 5;
    private static final long MIN_DELAY_MILLIS = 20;
    private static final long MAX_DELAY_MILLIS = 250;
    private static final long SLOW_MILLIS = 60;
    private static final long SLOW_FOR_MILLIS = 1_000;

    private final Map<String, Member> members;
    private final Map<String, NodeProxies> proxiesByNode;
    private final BrokerProcess broker;
    private final Database database;
    private final Journal journal;

    Injector(
            Map<String, Member> members,
            Map<String, NodeProxies> proxiesByNode,
            BrokerProcess broker,
            Database database,
            Journal journal) {
        this.members = members;
        this.proxiesByNode = proxiesByNode;
        this.broker = broker;
        this.database = database;
        this.journal = journal;
    }

    /**
     * Returns when all is as it was.
     *
     * @param healed is called when the cluster can go on, which may be before
     */
    void inject(Planned planned, Runnable healed) throws Exception {
        switch (planned.fault().target()) {
            case NODE -> {
                disturb(planned);
                healed.run();
            }
            case BROKER -> {
                disturbBroker(planned);
                healed.run();
            }
            case DATABASE -> disturbDatabase(planned, healed);
        }
        journal.note(planned.target() + " is healed of " + planned.fault());
    }

    private void begin(Planned planned, String how) {
        journal.note(planned.target() + " " + planned.fault() + how);
    }

    private void disturb(Planned planned) throws Exception {
        Member member = members.get(planned.target());
        NodeProxies proxies = proxiesByNode.get(planned.target());
        switch (planned.fault()) {
            case NODE_KILLED -> {
                catchAtWork(proxies);
                begin(planned, "");
                member.kill();
                proxies.database().delay(0);
                last(planned);
                member.start();
            }
            case NODE_PAUSED -> {
                begin(planned, "");
                member.pause();
                last(planned);
                member.resume();
            }
            case NODE_PAUSED_AND_CUT_OFF -> pauseAndCutOff(planned, member, proxies);
            case NODE_CLOCK_JUMPS -> {
                int hours = 1 + (int) (planned.measure() * 2 % 1 * MAX_HOURS);
                hours = planned.measure() < 0.5 ? -hours : hours;
                begin(planned, " by %+d h".formatted(hours));
                ((Clocked) member).jumpTo(hours);
                last(planned);
                ((Clocked) member).jumpTo(0);
            }
            case NODE_WITHOUT_DATABASE -> refuse(planned, proxies.database());
            case NODE_WITHOUT_BROKER -> refuse(planned, proxies.broker());
            case NODE_FAR_FROM_DATABASE -> delay(planned, proxies.database());
            case NODE_FAR_FROM_BROKER -> delay(planned, proxies.broker());
            default -> throw new IllegalArgumentException(planned.toString());
        }
    }

    /** Of the database, of the broker, or of both: each leaves it another thing to believe in. */
    private void pauseAndCutOff(Planned planned, Member member, NodeProxies proxies) {
        boolean ofDatabase = planned.measure() < 0.75;
        boolean ofBroker = planned.measure() > 0.5;
        catchAtWork(proxies);
        begin(planned, ofDatabase ? ofBroker ? " of both" : " of the database" : " of the broker");
        member.pause();
        proxies.database().delay(0);
        if (ofDatabase) {
            proxies.database().cut();
        }
        if (ofBroker) {
            proxies.broker().cut();
        }
        last(planned);
        member.resume();
    }

    /** Slows a node down, so that it is in the middle of something more often than not. */
    private static void catchAtWork(NodeProxies proxies) {
        proxies.database().delay(SLOW_MILLIS);
        Pause.millis(SLOW_FOR_MILLIS);
    }

    private void refuse(Planned planned, Proxy proxy) {
        begin(planned, "");
        proxy.refuse();
        last(planned);
        proxy.admit();
    }

    private void delay(Planned planned, Proxy proxy) {
        long millis = MIN_DELAY_MILLIS + (long) (planned.measure() * (MAX_DELAY_MILLIS - MIN_DELAY_MILLIS));
        begin(planned, " by " + millis + " ms each way");
        proxy.delay(millis);
        last(planned);
        proxy.delay(0);
    }

    private void disturbBroker(Planned planned) throws IOException {
        begin(planned, "");
        switch (planned.fault()) {
            case BROKER_KILLED -> {
                broker.kill();
                last(planned);
                broker.start();
            }
            case BROKER_PAUSED -> {
                broker.pause();
                last(planned);
                broker.resume();
            }
            case BROKER_DISK_FULL -> {
                broker.fillDisk();
                last(planned);
                broker.freeDisk();
            }
            default -> throw new IllegalArgumentException(planned.toString());
        }
    }

    private void disturbDatabase(Planned planned, Runnable healed)
            throws IOException, SQLException, InterruptedException {
        switch (planned.fault()) {
            case DATABASE_KILLED -> {
                begin(planned, "");
                database.kill();
                last(planned);
                database.restart();
                healed.run();
            }
            case DATABASE_FAILS_OVER -> {
                database.awaitReplica();
                begin(planned, "");
                database.kill();
                last(planned);
                database.promote();
                proxiesByNode.values().forEach(proxies -> proxies.database().leadTo(database.port()));
                healed.run();
                journal.note("the replica is the primary");
                database.replicate();
            }
            default -> throw new IllegalArgumentException(planned.toString());
        }
    }

    private static void last(Planned planned) {
        Pause.millis(planned.length().toMillis());
    }
}
