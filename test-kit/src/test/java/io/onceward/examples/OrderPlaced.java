// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples;

import java.math.BigDecimal;

/** The event of the examples. */
public record OrderPlaced(String id, BigDecimal total) {}
