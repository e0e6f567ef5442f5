// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.deployment;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.onceward.api.Idempotent;
import io.onceward.api.OncewardException;
import jakarta.ejb.MessageDriven;
import jakarta.ejb.Stateless;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Set;
import org.junit.jupiter.api.Test;

class BeanArchiveInitializerTest {

    @Test
    void enterpriseBeansThatWereNotExaminedAreNamed() {
        assertThatExceptionOfType(OncewardException.class)
                .isThrownBy(() -> BeanArchiveInitializer.verify(
                        Set.of(Receiver.class, Orders.class, Billing.class), Orders.class::equals))
                .withMessageContaining("OWD-0350")
                .withMessageContaining(Billing.class.getName() + ", " + Receiver.class.getName())
                .withMessageNotContaining(Orders.class.getName())
                .withMessageContaining("WEB-INF/beans.xml");
    }

    @Test
    void examinedBeansAreAccepted() {
        assertThatCode(() -> BeanArchiveInitializer.verify(Set.of(Receiver.class, Orders.class), type -> true))
                .doesNotThrowAnyException();
    }

    /** The container does not call a class that it does not know as a bean, and an abstract one is no bean. */
    @Test
    void classesThatAreNoEnterpriseBeansAreLeftAlone() {
        assertThatCode(() -> BeanArchiveInitializer.verify(Set.of(Plain.class, Base.class), type -> false))
                .doesNotThrowAnyException();
    }

    @Idempotent
    @MessageDriven
    static class Receiver {}

    @Stateless
    static class Orders {}

    @Stateless
    static class Billing {}

    @ApplicationScoped
    static class Plain {}

    @Stateless
    abstract static class Base {}
}
