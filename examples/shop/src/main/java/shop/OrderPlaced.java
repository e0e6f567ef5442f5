// SPDX-License-Identifier: Apache-2.0
package shop;

import io.oncebox.api.EventKey;
import java.math.BigDecimal;

/** The event. Events of one order leave in the order in which their transactions committed. */
public record OrderPlaced(@EventKey String id, BigDecimal total) {}
