// SPDX-License-Identifier: Apache-2.0
package shop;

import io.onceward.api.EventKey;
import java.math.BigDecimal;

/** The event. Onceward publishes the events of one order in the sequence in which their transactions committed. */
public record OrderPlaced(@EventKey String id, BigDecimal total) {}
