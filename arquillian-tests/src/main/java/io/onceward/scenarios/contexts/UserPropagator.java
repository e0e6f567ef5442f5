// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.contexts;

import io.onceward.api.ContextPropagator;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;

/** Takes the name of the user to the handlers of an event. */
@ApplicationScoped
public class UserPropagator implements ContextPropagator {

    @Override
    public String name() {
        return "user";
    }

    @Override
    public Optional<String> capture() {
        return Optional.ofNullable(User.name());
    }

    @Override
    public Runnable restore(String value) {
        User.enter(value);
        return User::leave;
    }
}
