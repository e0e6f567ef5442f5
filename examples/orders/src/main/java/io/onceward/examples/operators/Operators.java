// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples.operators;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.security.enterprise.authentication.mechanism.http.BasicAuthenticationMechanismDefinition;
import jakarta.security.enterprise.credential.Credential;
import jakarta.security.enterprise.credential.UsernamePasswordCredential;
import jakarta.security.enterprise.identitystore.CredentialValidationResult;
import jakarta.security.enterprise.identitystore.IdentityStore;
import java.util.Set;

/** The users of the console: one user, with a new password at each start. Without a password, no user. */
@ApplicationScoped
@BasicAuthenticationMechanismDefinition(realmName = "orders")
public class Operators implements IdentityStore {

    private static final String PASSWORD = System.getenv("EXAMPLE_OPERATOR_PASSWORD");

    @Override
    public CredentialValidationResult validate(Credential credential) {
        if (PASSWORD != null
                && credential instanceof UsernamePasswordCredential login
                && login.compareTo("operator", PASSWORD)) {
            return new CredentialValidationResult("operator", Set.of("operators"));
        }
        return CredentialValidationResult.INVALID_RESULT;
    }
}
