// SPDX-License-Identifier: Apache-2.0
package io.oncebox.scenarios.console;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.security.enterprise.authentication.mechanism.http.FormAuthenticationMechanismDefinition;
import jakarta.security.enterprise.authentication.mechanism.http.LoginToContinue;
import jakarta.security.enterprise.credential.Credential;
import jakarta.security.enterprise.credential.UsernamePasswordCredential;
import jakarta.security.enterprise.identitystore.CredentialValidationResult;
import jakarta.security.enterprise.identitystore.IdentityStore;
import java.util.Set;

/** The only user of an application, by Jakarta Security, with a form of the application. */
@ApplicationScoped
@FormAuthenticationMechanismDefinition(
        loginToContinue = @LoginToContinue(loginPage = LoginForm.PAGE, errorPage = LoginForm.ERROR_PAGE))
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
