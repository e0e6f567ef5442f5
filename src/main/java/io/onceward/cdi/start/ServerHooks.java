// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.start;

import io.onceward.cdi.deployment.OncewardExtension;
import io.onceward.config.JndiName;
import io.onceward.engine.Engine;
import io.onceward.engine.EngineLifecycle;
import io.onceward.selfcheck.TransactionStyle;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.util.Set;
import javax.naming.NamingException;

/** What the start of the engine needs of the application and its server. */
@Dependent
class ServerHooks implements EngineLifecycle.Hooks {

    private static final String APPLICATION = "java:app/AppName";

    @Inject
    private OncewardExtension extension;

    @Inject
    @Any
    private Instance<TransactionStyle> styles;

    @Inject
    private Instance<Object> serverBeans;

    @Override
    public Iterable<TransactionStyle> styles() {
        return styles;
    }

    @Override
    public String application() {
        try {
            return new JndiName(APPLICATION).lookup(String.class);
        } catch (NamingException | ClassCastException e) {
            return "application"; // some servers lack the name on some threads
        }
    }

    @Override
    public void connect(Engine checked) {
        warnOfRenamedHandlers(checked);
        ServerFeatures.connect(checked, serverBeans);
    }

    /** Warns only if this application has handlers; otherwise all claims belong to other applications. */
    private void warnOfRenamedHandlers(Engine checked) {
        Set<String> own = extension.handlers();
        if (!own.isEmpty()) {
            checked.inbox().addOwn(own);
            checked.inbox().warnOfOthers();
        }
    }
}
