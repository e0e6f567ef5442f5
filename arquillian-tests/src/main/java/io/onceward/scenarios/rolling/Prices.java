// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.rolling;

/** What the front of both versions calls. */
public interface Prices {

    /** The local channel of the events. */
    String CHANNEL = "rolling";

    /** The batch handler of the channel. */
    String HANDLER = "rolling-list";

    /** The durable observer. */
    String OBSERVER = "rolling-show";

    /** Sets the next price of a key, and records the event. */
    void set(String key);
}
