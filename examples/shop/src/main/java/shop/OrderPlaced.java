// SPDX-License-Identifier: Apache-2.0
package shop;

import io.oncebox.api.EventKey;
import java.math.BigDecimal;

/** The event. Oncebox publishes the events of one order in the sequence in which their transactions committed. */
public record OrderPlaced(@EventKey String id, BigDecimal total) {}
