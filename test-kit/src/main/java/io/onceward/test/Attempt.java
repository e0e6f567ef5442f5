// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import java.util.Map;

/** One call that recorded an event, and the outcome of its transaction. */
final class Attempt implements Synchronization {

    private final Facts facts;
    private volatile String outcome = "recorded, but its transaction has not completed";
    private volatile boolean committed;

    Attempt(Facts facts) {
        this.facts = facts;
    }

    /** Returns the attempt of a call that was refused. */
    static Attempt refused(Facts facts, RuntimeException failure) {
        Attempt attempt = new Attempt(facts);
        attempt.outcome = "refused: " + failure.getMessage();
        return attempt;
    }

    Facts facts() {
        return facts;
    }

    String outcome() {
        return outcome;
    }

    boolean isCommitted() {
        return committed;
    }

    void committed() {
        committed = true;
    }

    @Override
    public void beforeCompletion() {
        // only the end counts
    }

    @Override
    public void afterCompletion(int status) {
        committed = status == Status.STATUS_COMMITTED;
        outcome = "recorded, but its transaction rolled back";
    }

    /**
     * What the assertions compare.
     *
     * @param id {@code null} if the event was refused
     * @param key {@code null} if the event has none
     * @param type {@code null} if it is not known
     */
    record Facts(String channel, String id, String key, String type, Map<String, String> headers) {

        /** Returns those of a call whose events are not known yet. */
        static Facts ofCall(String channel) {
            return new Facts(channel, null, null, null, Map.of());
        }

        @Override
        public String toString() {
            return "channel '" + channel + "'" + (key == null ? ", no key" : ", key '" + key + "'")
                    + (type == null ? "" : ", type '" + type + "'");
        }
    }
}
