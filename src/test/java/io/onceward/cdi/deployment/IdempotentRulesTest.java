// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.onceward.api.IdempotencyKey;
import io.onceward.api.Idempotent;
import io.onceward.api.KeyResolver;
import io.onceward.api.MessageKeyResolver;
import io.onceward.api.ReceivedMessage;
import jakarta.ejb.MessageDriven;
import jakarta.ejb.Stateless;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import jakarta.transaction.Transactional;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Produces;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sound {@code @Idempotent} methods, and the names of their handlers. */
class IdempotentRulesTest {

    @Test
    void handlerIsNamedAfterTheListenerOrTheMethod() {
        assertThat(handlers(Listener.class)).containsExactly(Listener.class.getName());
        assertThat(handlers(Inheriting.class)).containsExactly(Inheriting.class.getName());
        assertThat(handlers(Sound.class)).containsExactly(Sound.class.getName() + "#sound", "named");
        assertThat(handlers(SoundEjb.class)).containsExactly(SoundEjb.class.getName() + "#sound");
    }

    @Test
    void methodWithTypeParametersIsIdempotentOnce() {
        assertThat(handlers(Generic.class)).containsExactly(Generic.class.getName() + "#handle");
    }

    @Test
    void resourceMethodIsRecognised() {
        assertThat(methodsOf(Resource.class))
                .extracting(IdempotentMethod::kind)
                .containsExactly(IdempotentMethod.Kind.RESOURCE);
        assertThat(methodsOf(ResourceByInterface.class))
                .extracting(IdempotentMethod::kind)
                .containsExactly(IdempotentMethod.Kind.RESOURCE);
    }

    @Test
    void handlerNameIsSharedOnlyOnPurpose() {
        IdempotentMethods methods = new IdempotentMethods();
        methodsOf(SharedOne.class).forEach(methods::add);
        methodsOf(SharedTwo.class).forEach(methods::add);
        methodsOf(SharedOne.class).forEach(methods::add); // registered twice
        assertThatThrownBy(() -> methodsOf(NotShared.class).forEach(methods::add))
                .hasMessageStartingWith("OWD-0028")
                .hasMessageContaining("SharedOne#handle")
                .hasMessageContaining("NotShared#handle");
    }

    @Test
    void overloadsDoNotShareANameByAccident() {
        IdempotentMethods methods = new IdempotentMethods();
        List<IdempotentMethod> both = methodsOf(Overloaded.class);
        assertThatThrownBy(() -> both.forEach(methods::add)).hasMessageStartingWith("OWD-0028");
    }

    @Test
    void nameThatIsTooLongIsRefused() {
        IdempotentMethods methods = new IdempotentMethods();
        assertThatThrownBy(() -> methodsOf(LongName.class).forEach(methods::add))
                .hasMessageStartingWith("OWD-0029");
    }

    @ParameterizedTest
    @ValueSource(classes = {BlankName.class, NameWithNul.class, NameWithHalfACharacter.class})
    void nameThatIsBlankOrCannotBeStoredIsRefused(Class<?> bean) {
        IdempotentMethods methods = new IdempotentMethods();
        assertThatThrownBy(() -> methodsOf(bean).forEach(methods::add))
                .hasMessageStartingWith("OWD-0029")
                .hasMessageContaining(bean.getSimpleName() + "#handle");
    }

    @Test
    void resolverHasToBeABean() {
        IdempotentMethods methods = new IdempotentMethods();
        methodsOf(Resolved.class).forEach(methods::add);
        methodsOf(ResolvedMessage.class).forEach(methods::add);
        methods.verifyResolvers(Set.of(Resolver.class, MessageResolver.class));
        assertThatThrownBy(() -> methods.verifyResolvers(Set.of(MessageResolver.class)))
                .hasMessageStartingWith("OWD-0118")
                .hasMessageContaining(Resolver.class.getName());
        assertThatThrownBy(() -> methods.verifyResolvers(Set.of(Resolver.class)))
                .hasMessageStartingWith("OWD-0118")
                .hasMessageContaining(MessageResolver.class.getName());
    }

    @Test
    void declaredPayloadsAndReplayedResultsAreDecoded() {
        IdempotentMethods methods = new IdempotentMethods();
        methodsOf(Listener.class).forEach(methods::add);
        methodsOf(TypedListener.class).forEach(methods::add);
        methodsOf(Replaying.class).forEach(methods::add);
        methodsOf(ReplayingToo.class).forEach(methods::add);
        assertThat(methods.all())
                .extracting(method -> method.bean().getSimpleName(), IdempotentMethod::decodedTypes)
                .containsExactly(
                        tuple("Listener", List.of()),
                        tuple("Replaying", List.of(Text.class)),
                        tuple("ReplayingToo", List.of(Integer.class)),
                        tuple("TypedListener", List.of(Text.class, String.class)));
    }

    private static List<IdempotentMethod> methodsOf(Class<?> bean) {
        IdempotentRules rules = new IdempotentRules(AnnotatedTypes.of(bean), TestMessages.KINDS);
        return rules.methods().stream().map(rules::examine).toList();
    }

    private static List<String> handlers(Class<?> bean) {
        return methodsOf(bean).stream().map(IdempotentMethod::handler).sorted().toList();
    }

    // ---- sound

    @Idempotent
    @MessageDriven
    static class Listener implements MessageListener {
        @Override
        public void onMessage(Message message) {}

        public void other(String text) {}
    }

    @MessageDriven
    static class TypedListener implements MessageListener {
        @Override
        @Idempotent(payload = {Text.class, String.class})
        public void onMessage(Message message) {}
    }

    static class Replaying {
        @Idempotent(handler = "replaying", shared = true, replay = true)
        Text handle(@IdempotencyKey String id) {
            return new Text(id.length());
        }
    }

    static class ReplayingToo {
        @Idempotent(handler = "replaying", shared = true, replay = true)
        Optional<Integer> handle(@IdempotencyKey String id) {
            return Optional.of(id.length());
        }
    }

    abstract static class AbstractListener implements MessageListener {
        @Override
        @Idempotent(key = "header:JMSCorrelationID")
        public void onMessage(Message message) {}
    }

    @MessageDriven
    static class Inheriting extends AbstractListener {}

    static class Sound {
        @Idempotent
        void sound(@IdempotencyKey String id) {}

        @Idempotent(handler = "named")
        @Transactional(Transactional.TxType.REQUIRES_NEW)
        public String named(String other, @IdempotencyKey("length") Text text) {
            return other;
        }
    }

    record Text(int length) {}

    @Idempotent
    @Stateless
    static class SoundEjb {
        public void sound(@IdempotencyKey java.util.UUID id) {}

        void notOfTheView(String text) {}
    }

    interface Handler<T> {
        void handle(T event);
    }

    static class Generic implements Handler<Text> {
        @Override
        @Idempotent
        public void handle(@IdempotencyKey("length") Text event) {}
    }

    static class Resource {
        @POST
        @Idempotent
        @Produces("application/json")
        public int place(String order) {
            return 1;
        }
    }

    @Produces("application/json")
    interface Api {
        @POST
        String place(String order);
    }

    static class ResourceByInterface implements Api {
        @Override
        @Idempotent
        public String place(String order) {
            return order;
        }
    }

    static class SharedOne {
        @Idempotent(handler = "shared", shared = true)
        void handle(@IdempotencyKey String id) {}
    }

    static class SharedTwo {
        @Idempotent(handler = "shared", shared = true)
        void handle(@IdempotencyKey String id) {}
    }

    static class NotShared {
        @Idempotent(handler = "shared")
        void handle(@IdempotencyKey String id) {}
    }

    static class Overloaded {
        @Idempotent
        void handle(@IdempotencyKey String id) {}

        @Idempotent
        void handle(@IdempotencyKey int id) {}
    }

    static class BlankName {
        @Idempotent(handler = " ")
        void handle(@IdempotencyKey String id) {}
    }

    static class NameWithNul {
        @Idempotent(handler = "billing\0")
        void handle(@IdempotencyKey String id) {}
    }

    static class NameWithHalfACharacter {
        @Idempotent(handler = "billing\ud83d")
        void handle(@IdempotencyKey String id) {}
    }

    static class LongName {
        @Idempotent(
                handler =
                        "x123456789x123456789x123456789x123456789x123456789x123456789x123456789x123456789x123456789x123456789"
                                + "x123456789x123456789x123456789x123456789x123456789x123456789x123456789x123456789x123456789x123456789"
                                + "x123456789x123456789x123456789x123456789x123456789x123456789")
        void handle(@IdempotencyKey String id) {}
    }

    static class Resolver implements KeyResolver {
        @Override
        public String keyOf(Method method, Object[] arguments) {
            return "x";
        }
    }

    static class Resolved {
        @Idempotent(resolver = Resolver.class)
        void handle(int number) {}
    }

    static class MessageResolver implements MessageKeyResolver {
        @Override
        public String keyOf(ReceivedMessage message) {
            return "x";
        }
    }

    static class ResolvedMessage {
        @Idempotent(messageKey = MessageResolver.class)
        void handle(Message message) {}
    }
}
