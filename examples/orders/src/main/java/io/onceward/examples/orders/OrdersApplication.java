// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples.orders;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;

/** The REST interface is at /orders, the page index.html at /. */
@ApplicationPath("orders")
public class OrdersApplication extends Application {}
