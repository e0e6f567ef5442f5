// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.deployment;

import io.onceward.codec.DecodingRules;
import io.onceward.spi.PayloadCodec;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The deployment checks of the types that payloads and replayed results are decoded to. Used by one thread at a time. */
public final class PayloadRules {

    /** The members that were warned about, because the engine may be opened several times. */
    private final Set<String> warned = new HashSet<>();

    /** Creates the checks of one application. */
    public PayloadRules() {}

    /**
     * Warns of a class whose fields JSON-B can't set, and of the class of a property that JSON-B can't make.
     *
     * @param codecs of the application, and behind them the built-in ones
     * @throws io.onceward.api.OncewardException if JSON-B can make no instance of the type or of a type argument
     */
    public void verify(List<PayloadCodec> codecs, String member, Type type) {
        for (DecodingRules.Finding finding : new DecodingRules(codecs).examine(type)) {
            String name = finding.type().getName();
            Optional<String> notMade = finding.notMade();
            if (notMade.isPresent() && !finding.isPart()) {
                throw IncomingErrors.classNotMade(member, finding.type(), notMade.get());
            }
            if (warned.add(member + " " + name)) {
                notMade.ifPresentOrElse(
                        why -> DeploymentLog.partNotMade(member, name, why),
                        () -> DeploymentLog.fieldsLost(member, name, finding.lostFields()));
            }
        }
    }

    /** Returns the type of the results that are replayed. */
    static Type result(Type returned) {
        return returned instanceof ParameterizedType generic && generic.getRawType() == Optional.class
                ? generic.getActualTypeArguments()[0]
                : returned;
    }
}
