// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.console;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.security.enterprise.authentication.mechanism.http.FormAuthenticationMechanismDefinition;
import jakarta.security.enterprise.authentication.mechanism.http.LoginToContinue;
import jakarta.security.enterprise.credential.Credential;
import jakarta.security.enterprise.credential.UsernamePasswordCredential;
import jakarta.security.enterprise.identitystore.CredentialValidationResult;
import jakarta.security.enterprise.identitystore.IdentityStore;
import java.util.Set;

/** An identity store with one user, who logs in by the form of the application through Jakarta Security. */
@ApplicationScoped
@FormAuthenticationMechanismDefinition(
        loginToContinue = @LoginToContinue(loginPage = FormBrowser.PAGE, errorPage = FormBrowser.ERROR_PAGE))
public class FormOperator implements IdentityStore {

    /** The name. */
    public static final String NAME = "operator";

    @Override
    public CredentialValidationResult validate(Credential credential) {
        return credential instanceof UsernamePasswordCredential login && login.compareTo(NAME, Operators.PASSWORD)
                ? new CredentialValidationResult(NAME, Set.of("operators"))
                : CredentialValidationResult.INVALID_RESULT;
    }
}
