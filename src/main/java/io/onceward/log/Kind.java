// SPDX-License-Identifier: Apache-2.0
package io.onceward.log;

/** What is wrong, as far as it decides what Onceward does next. No code decides by the text of an error's code. */
public enum Kind {

    /** An operator has sent an invalid request to the administration. */
    OPERATOR,

    /** The database can't be used now. */
    UNAVAILABLE,

    /** Something else can't be used now; a later attempt may succeed. */
    TRANSIENT,

    /** A concurrent transaction prevailed; the same work may succeed in another transaction. */
    CONFLICT,

    /** The content of a message can't be read or stored; another attempt fails, too. */
    MESSAGE,

    /** A row breaks a constraint, such as that of its key; another attempt fails, too, while there is a row with the key. */
    CONSTRAINT,

    /** The database refuses the statement itself; it refuses each repetition until somebody changes the database or its settings. */
    STATEMENT,

    /** A table does not match this version of Onceward. */
    TABLE,

    /** One queue can't go on, while its database works. */
    QUEUE,

    /** A handler did not run, because too many transactions with a claim were running. */
    CLAIM_LIMIT,

    /** The application names no tenant for a request. */
    TENANT,

    /** Anything else, on which no decision depends. */
    OTHER;

    /** Returns the kind of an exception, {@link #OTHER} if it has none. */
    public static Kind of(Throwable failure) {
        return failure instanceof Kinded kinded ? kinded.kind() : OTHER;
    }
}
