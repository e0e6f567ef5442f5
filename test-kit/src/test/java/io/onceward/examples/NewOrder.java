// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples;

import java.math.BigDecimal;

/** The request of a customer. */
public record NewOrder(String id, BigDecimal total) {}
