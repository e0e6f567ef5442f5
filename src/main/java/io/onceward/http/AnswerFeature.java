// SPDX-License-Identifier: Apache-2.0
package io.onceward.http;

import jakarta.ws.rs.core.Feature;
import jakarta.ws.rs.core.FeatureContext;

/** Registers the mapper of {@link Answer}. Found as a service. */
public class AnswerFeature implements Feature {

    /** Called by Jakarta REST. */
    public AnswerFeature() {}

    @Override
    public boolean configure(FeatureContext context) {
        context.register(new Answer.Mapper());
        return true;
    }
}
