// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.calls;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;

/** Inherits its annotation. */
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "maxSession", propertyValue = "1"),
            @ActivationConfigProperty(propertyName = "destinationLookup", propertyValue = "jms/queue/calls_keyed"),
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue")
        })
public class Keyed extends Recording {}
