// SPDX-License-Identifier: Apache-2.0
package io.onceward.log;

/** The cause of a database's refusal, as far as it decides what Onceward does next. */
public enum DatabaseFailure {

    /** The database can't be used now. */
    UNAVAILABLE,

    /** A concurrent transaction prevailed; the same work may succeed in another transaction. */
    CONFLICT,

    /** The data can't be stored; another attempt fails, too. */
    INVALID_DATA,

    /** A row breaks a constraint, such as that of its key; another attempt fails, too, while there is a row with the key. */
    CONSTRAINT,

    /** Any other cause. */
    OTHER
}
