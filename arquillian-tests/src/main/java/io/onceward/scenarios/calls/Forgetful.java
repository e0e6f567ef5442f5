// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.calls;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;

/** Fails the first delivery of each message after its effects have committed, as a crash before the acknowledgement does. */
@LosesAcknowledgements
@MessageDriven(
        activationConfig = {
            @ActivationConfigProperty(propertyName = "maxSession", propertyValue = "1"),
            @ActivationConfigProperty(propertyName = "destinationLookup", propertyValue = "jms/queue/calls_forgetful"),
            @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue")
        })
public class Forgetful extends Recording {}
