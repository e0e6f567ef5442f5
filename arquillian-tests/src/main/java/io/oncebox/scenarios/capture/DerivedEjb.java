// SPDX-License-Identifier: Apache-2.0
package io.oncebox.scenarios.capture;

import io.oncebox.scenarios.capture.CaptureScenario.BaseOrders;
import jakarta.ejb.Stateless;

@Stateless
public class DerivedEjb extends BaseOrders {}
