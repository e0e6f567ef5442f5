// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.console;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.security.enterprise.authentication.mechanism.http.BasicAuthenticationMechanismDefinition;
import jakarta.security.enterprise.credential.Credential;
import jakarta.security.enterprise.credential.UsernamePasswordCredential;
import jakarta.security.enterprise.identitystore.CredentialValidationResult;
import jakarta.security.enterprise.identitystore.IdentityStore;
import java.util.Map;
import java.util.Set;

/** The users of an application, by Jakarta Security: each server has it. */
@ApplicationScoped
@BasicAuthenticationMechanismDefinition(realmName = "console")
public class Operators implements IdentityStore {

    /** The password of each of them. */
    public static final String PASSWORD = "of-the-scenario";

    private static final Map<String, Set<String>> ROLES = Map.of(
            "operator", Set.of("operators"), "auditor", Set.of("operators", "readers"), "stranger", Set.of("readers"));

    @Override
    public CredentialValidationResult validate(Credential credential) {
        if (credential instanceof UsernamePasswordCredential login
                && ROLES.containsKey(login.getCaller())
                && login.compareTo(login.getCaller(), PASSWORD)) {
            return new CredentialValidationResult(login.getCaller(), ROLES.get(login.getCaller()));
        }
        return CredentialValidationResult.INVALID_RESULT;
    }
}
