// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.calls;

import io.onceward.api.KeyResolver;
import jakarta.enterprise.context.ApplicationScoped;
import java.lang.reflect.Method;

/** Builds the key from two arguments. */
@ApplicationScoped
public class Numbers implements KeyResolver {

    @Override
    public String keyOf(Method method, Object[] arguments) {
        return arguments[0] + " " + arguments[1];
    }
}
