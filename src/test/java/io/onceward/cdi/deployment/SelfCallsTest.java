// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ejb.SessionContext;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class SelfCallsTest {

    static class Innocent {
        long number = 1L << 40; // a constant that takes two entries
        double factor = 2.5;

        public String place(String order) {
            return order;
        }

        /** Another method of the same name. */
        public String all() {
            return place(1);
        }

        String place(int number) {
            return "order " + number * factor;
        }
    }

    static class Calling {
        public String place(String order) {
            return order;
        }

        public String all() {
            return place("one") + this.place("two");
        }
    }

    static class Referring {
        public String place(String order) {
            return order;
        }

        public UnaryOperator<String> all() {
            return this::place;
        }
    }

    static class InheritingCaller extends Calling {}

    interface Placing<T> {
        String place(T order);
    }

    /** The compiler adds a method that calls {@code place(String)}. */
    static class Generic implements Placing<String> {
        @Override
        public String place(String order) {
            return order;
        }
    }

    static class CallingInherited extends Innocent {
        public String both() {
            return place("one") + place("two");
        }
    }

    static class InjectingItself {
        @Inject
        InjectingItself self;

        public String place(String order) {
            return order;
        }

        public String all() {
            return self.place("one");
        }
    }

    static class FindingItself {
        @Inject
        Instance<FindingItself> self;

        public String place(String order) {
            return order;
        }

        public String all() {
            return self.get().place("one");
        }
    }

    static class LookingItselfUp {
        @Inject
        SessionContext context;

        public String place(String order) {
            return order;
        }

        public String all() {
            return context.getBusinessObject(LookingItselfUp.class).place("one");
        }
    }

    @Test
    void callWithinTheObjectIsFound() {
        assertThat(found(Calling.class)).containsExactly(name("Calling"));
        assertThat(found(Referring.class)).containsExactly(name("Referring"));
    }

    @Test
    void callByOrOfASuperclassIsFound() {
        assertThat(found(InheritingCaller.class)).containsExactly(name("InheritingCaller"));
        assertThat(found(CallingInherited.class)).containsExactly(name("CallingInherited"));
    }

    @Test
    void methodThatNobodyCallsIsNotFound() {
        assertThat(found(Innocent.class)).isEmpty();
        assertThat(found(Generic.class)).isEmpty();
    }

    @Test
    void callOfAnotherObjectIsNotFound() {
        assertThat(found(InjectingItself.class)).isEmpty();
        assertThat(found(FindingItself.class)).isEmpty();
        assertThat(found(LookingItselfUp.class)).isEmpty();
    }

    private static String name(String bean) {
        return SelfCallsTest.class.getName() + "$" + bean + "#place";
    }

    private static Set<String> found(Class<?> bean) {
        SelfCalls calls = new SelfCalls();
        for (Class<?> c = bean; c != Object.class; c = c.getSuperclass()) {
            Arrays.stream(c.getDeclaredMethods())
                    .filter(SelfCallsTest::places)
                    .forEach(method -> calls.add(bean, method));
        }
        return calls.found();
    }

    private static boolean places(Method method) {
        return method.getName().equals("place") && method.getParameterTypes()[0] == String.class;
    }
}
