// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

/** The form of a message: which properties of its event it has. Receivers read both. */
public enum MessageForm {
    /** The id, the key and the type. Further properties only if a receiver would derive another value. */
    SHORT,
    /** All properties. */
    FULL
}
