// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.capture;

import jakarta.ejb.Stateless;

@Stateless
public class DerivedEjb extends BaseOrders {}
