// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.capture;

/** The local interface of {@link LocalOrdersBean}. */
public interface LocalOrders {
    Placed place(String id);
}
