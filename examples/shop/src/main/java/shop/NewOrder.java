// SPDX-License-Identifier: Apache-2.0
package shop;

import java.math.BigDecimal;

/** The request of a customer. */
public record NewOrder(String id, BigDecimal total) {}
