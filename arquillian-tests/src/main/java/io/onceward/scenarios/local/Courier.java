// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.local;

/** The local interface of an enterprise bean whose class has a durable method. */
public interface Courier {

    /** Delivers a parcel. */
    void deliver(String id);
}
