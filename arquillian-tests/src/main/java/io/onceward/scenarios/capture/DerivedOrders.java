// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.capture;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;

/** A CDI bean that inherits the annotated method. */
@ApplicationScoped
@Transactional
public class DerivedOrders extends BaseOrders {}
