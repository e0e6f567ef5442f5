// SPDX-License-Identifier: Apache-2.0
package io.oncebox.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncebox.config.ConsoleConfig;
import io.oncebox.queue.Outages;
import io.undertow.Undertow;
import io.undertow.server.handlers.PathHandler;
import io.undertow.server.handlers.resource.PathResourceManager;
import io.undertow.servlet.Servlets;
import io.undertow.servlet.api.DeploymentInfo;
import io.undertow.servlet.api.DeploymentManager;
import io.undertow.servlet.api.LoginConfig;
import io.undertow.servlet.api.ServletContainerInitializerInfo;
import io.undertow.servlet.util.ImmediateInstanceHandle;
import jakarta.servlet.ServletContainerInitializer;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Provider;
import java.security.Security;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.wildfly.elytron.web.undertow.server.servlet.AuthenticationManager;
import org.wildfly.security.WildFlyElytronProvider;
import org.wildfly.security.auth.permission.LoginPermission;
import org.wildfly.security.auth.realm.SimpleMapBackedSecurityRealm;
import org.wildfly.security.auth.realm.SimpleRealmEntry;
import org.wildfly.security.auth.server.MechanismConfiguration;
import org.wildfly.security.auth.server.MechanismConfigurationSelector;
import org.wildfly.security.auth.server.MechanismRealmConfiguration;
import org.wildfly.security.auth.server.SecurityDomain;
import org.wildfly.security.auth.server.http.HttpAuthenticationFactory;
import org.wildfly.security.authz.MapAttributes;
import org.wildfly.security.authz.RoleDecoder;
import org.wildfly.security.credential.PasswordCredential;
import org.wildfly.security.http.basic.BasicMechanismFactory;
import org.wildfly.security.http.util.FilterServerMechanismFactory;
import org.wildfly.security.password.PasswordFactory;
import org.wildfly.security.password.interfaces.ClearPassword;
import org.wildfly.security.password.spec.ClearPasswordSpec;
import org.wildfly.security.permission.PermissionVerifier;

/**
 * A login by {@code login-config} alone, on WildFly's servlet container and its security: there {@code authenticate()} throws
 * instead of asking for a login, unless a constraint demanded the login before the first servlet.
 */
class WildFlyLoginTest {

    private static final String PASSWORD = "secret";
    private static final Provider ELYTRON = new WildFlyElytronProvider();
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    @TempDir
    private static Path application;

    private static Undertow server;
    private static URI console;

    @BeforeAll
    static void start() throws Exception {
        Security.addProvider(ELYTRON);
        Files.createDirectory(application.resolve("WEB-INF"));
        Files.writeString(application.resolve("WEB-INF/web.xml"), """
                <!DOCTYPE web-app PUBLIC "-//Sun Microsystems, Inc.//DTD Web Application 2.3//EN" "http://127.0.0.1:1/no.dtd">
                <web-app>
                  <login-config>
                    <auth-method>BASIC</auth-method>
                  </login-config>
                </web-app>
                """);
        DeploymentInfo deployment = Servlets.deployment()
                .setClassLoader(WildFlyLoginTest.class.getClassLoader())
                .setContextPath("/shop")
                .setDeploymentName("shop.war")
                .setResourceManager(new PathResourceManager(application))
                .setLoginConfig(new LoginConfig("BASIC", "shop"))
                .addServletContainerInitializer(new ServletContainerInitializerInfo(
                        ServletContainerInitializer.class, () -> new ImmediateInstanceHandle<>(console()), Set.of()));
        AuthenticationManager.builder()
                .setHttpAuthenticationFactory(authentication())
                .build()
                .configure(deployment);
        DeploymentManager manager = Servlets.newContainer().addDeployment(deployment);
        manager.deploy();
        server = Undertow.builder()
                .addHttpListener(0, "127.0.0.1")
                .setHandler(new PathHandler().addPrefixPath("/shop", manager.start()))
                .build();
        server.start();
        InetSocketAddress address =
                (InetSocketAddress) server.getListenerInfo().get(0).getAddress();
        console = URI.create("http://127.0.0.1:" + address.getPort() + "/shop/oncebox/");
    }

    private static ServletContainerInitializer console() {
        ConsoleConfig config = new ConsoleConfig(true, "/oncebox", "operators", Optional.empty());
        Outages outages = new Outages(List.of(), List.of(), List.of(), List.of());
        ConsoleServlet servlet =
                new ConsoleServlet(config, Rows::outbox, Rows::inbox, () -> new Node(outages, 0, 0, 0), List::of);
        return (classes, context) -> ConsoleRegistration.add(context, config, servlet);
    }

    private static HttpAuthenticationFactory authentication() throws Exception {
        MechanismRealmConfiguration realm =
                MechanismRealmConfiguration.builder().setRealmName("shop").build();
        return HttpAuthenticationFactory.builder()
                .setFactory(new FilterServerMechanismFactory(new BasicMechanismFactory(), true, "BASIC"))
                .setSecurityDomain(users())
                .setMechanismConfigurationSelector(
                        MechanismConfigurationSelector.constantSelector(MechanismConfiguration.builder()
                                .addMechanismRealm(realm)
                                .build()))
                .build();
    }

    private static SecurityDomain users() throws Exception {
        Map<String, SimpleRealmEntry> users = new HashMap<>();
        users.put("operator", user("operators"));
        users.put("stranger", user("readers"));
        SimpleMapBackedSecurityRealm realm = new SimpleMapBackedSecurityRealm();
        realm.setPasswordMap(users);
        SecurityDomain.Builder domain = SecurityDomain.builder().setDefaultRealmName("users");
        domain.addRealm("users", realm)
                .setRoleDecoder(RoleDecoder.simple("groups"))
                .build();
        return domain.setPermissionMapper((user, roles) -> PermissionVerifier.from(new LoginPermission()))
                .build();
    }

    private static SimpleRealmEntry user(String group) throws Exception {
        MapAttributes attributes = new MapAttributes();
        attributes.addAll("groups", List.of(group));
        PasswordFactory passwords = PasswordFactory.getInstance(ClearPassword.ALGORITHM_CLEAR);
        return new SimpleRealmEntry(
                List.of(new PasswordCredential(
                        passwords.generatePassword(new ClearPasswordSpec(PASSWORD.toCharArray())))),
                attributes);
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.stop();
        }
        SecurityDomain.unregisterClassLoader(WildFlyLoginTest.class.getClassLoader());
        Security.removeProvider(ELYTRON.getName());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "console.js", "api/overview", "nothing"})
    void unknownUserIsAskedToLogIn(String path) throws Exception {
        HttpResponse<String> unknown = send(request(path));
        assertThat(unknown.statusCode()).as(unknown.body()).isEqualTo(401);
        assertThat(unknown.headers().firstValue("WWW-Authenticate")).hasValue("Basic realm=\"shop\"");
        assertThat(send(as("operator", "wrong", path)).statusCode()).isEqualTo(401);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "console.js", "api/overview"})
    void userWithTheRoleMayOpenIt(String path) throws Exception {
        HttpResponse<String> answer = send(as("operator", PASSWORD, path));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "console.js", "api/overview"})
    void userWithoutTheRoleIsRefusedWithAReason(String path) throws Exception {
        HttpResponse<String> answer = send(as("stranger", PASSWORD, path));
        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(answer.body()).contains("OBX-0153", "operators");
    }

    private static HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(console.resolve(path));
    }

    private static HttpRequest.Builder as(String user, String password, String path) {
        String login = Base64.getEncoder().encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
        return request(path).header("Authorization", "Basic " + login);
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return CLIENT.send(request.build(), BodyHandlers.ofString());
    }
}
