// SPDX-License-Identifier: Apache-2.0
package io.onceward.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.codec.DecodingRules.Finding;
import io.onceward.spi.PayloadCodec;
import jakarta.json.JsonObject;
import jakarta.json.bind.adapter.JsonbAdapter;
import jakarta.json.bind.annotation.JsonbCreator;
import jakarta.json.bind.annotation.JsonbProperty;
import jakarta.json.bind.annotation.JsonbSubtype;
import jakarta.json.bind.annotation.JsonbTransient;
import jakarta.json.bind.annotation.JsonbTypeAdapter;
import jakarta.json.bind.annotation.JsonbTypeInfo;
import java.lang.reflect.Type;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What JSON-B can decode, and what it can't. */
class DecodingRulesTest {

    private final DecodingRules rules = new DecodingRules(BuiltInCodecs.builtIn());

    public record Placed(String id, List<String> lines) {}

    public static class Bean {
        private String id;
        private int count; // a primitive value is never null

        public String getId() {
            return id;
        }

        public void setId(String newId) {
            id = newId;
        }

        public int getCount() {
            return count;
        }
    }

    public static class PublicFields {
        public String id;
    }

    public static final class Created {
        private final String id;

        @JsonbCreator
        public Created(@JsonbProperty("id") String id) {
            this.id = id;
        }

        public String getId() {
            return id;
        }
    }

    public static class Computed {
        private String id;
        private String cached; // no accessor: no property

        @JsonbTransient
        private String hidden;

        public String getId() {
            return id + cached;
        }

        public void setId(String newId) {
            id = newId;
        }

        public String getHidden() {
            return hidden;
        }
    }

    public static class Attributes extends HashMap<String, String> {
        private static final long serialVersionUID = 1L;
    }

    public enum Kind {
        URGENT
    }

    @JsonbTypeInfo(@JsonbSubtype(alias = "cat", type = Cat.class))
    public interface Animal {}

    public record Cat(String name) implements Animal {}

    @ParameterizedTest
    @ValueSource(
            classes = {
                Placed.class,
                Bean.class,
                PublicFields.class,
                Created.class,
                Computed.class,
                Attributes.class,
                Kind.class,
                Animal.class,
                String.class,
                byte[].class,
                Placed[].class,
                int.class,
                Integer.class,
                LocalDate.class,
                Map.class,
                Object.class,
                JsonObject.class
            })
    void classThatIsDecodedIsNoFinding(Class<?> type) {
        assertThat(rules.examine(type)).isEmpty();
    }

    public static class Silent {
        private String id;
        private LocalDate due;

        public String getId() {
            return id;
        }

        public LocalDate due() {
            return due;
        }
    }

    public static class Partial {
        private String id;
        private String note;

        public String getId() {
            return id;
        }

        public void setId(String newId) {
            id = newId;
        }

        public String getNote() {
            return note;
        }
    }

    @Test
    void fieldsThatJsonbCantSetAreNamed() {
        assertThat(rules.examine(Silent.class))
                .containsExactly(new Finding(Silent.class, false, Optional.empty(), List.of("id", "due")));
        assertThat(rules.examine(Partial.class))
                .containsExactly(new Finding(Partial.class, false, Optional.empty(), List.of("note")));
    }

    public static final class Immutable {
        private final String id;

        public Immutable(String id) {
            this.id = id;
        }

        public String getId() {
            return id;
        }
    }

    public abstract static class Abstract {}

    @SuppressWarnings("ClassCanBeStatic") // on purpose: JSON-B needs a static class
    public class Inner {}

    public interface Face {}

    @ParameterizedTest
    @ValueSource(classes = {Immutable.class, Abstract.class, Inner.class, Face.class})
    void classThatJsonbCantMakeIsNamedWithTheReason(Class<?> type) {
        assertThat(rules.examine(type)).singleElement().satisfies(finding -> {
            assertThat(finding.type()).isEqualTo(type);
            assertThat(finding.notMade()).isPresent();
        });
    }

    public record Deep(String id, List<Partial> partials, Created created, Deep next) {}

    public static final class DeepCreated {
        private final Map<String, Immutable> immutables;

        @JsonbCreator
        public DeepCreated(@JsonbProperty("immutables") Map<String, Immutable> immutables) {
            this.immutables = immutables;
        }

        public Map<String, Immutable> getImmutables() {
            return immutables;
        }
    }

    public static class DeepBean {
        private Deep[] deep;
        private Face unset; // named itself, so its class is no further finding

        public Deep[] getDeep() {
            return deep;
        }

        public void setDeep(Deep[] newDeep) {
            deep = newDeep;
        }

        public Face getUnset() {
            return unset;
        }
    }

    @Test
    void classesOfPropertiesAreExamined() {
        Finding partial = new Finding(Partial.class, true, Optional.empty(), List.of("note"));
        assertThat(rules.examine(Deep.class)).containsExactly(partial);
        assertThat(rules.examine(DeepBean.class))
                .containsExactly(new Finding(DeepBean.class, false, Optional.empty(), List.of("unset")), partial);
        assertThat(rules.examine(DeepCreated.class)).singleElement().satisfies(finding -> {
            assertThat(finding.type()).isEqualTo(Immutable.class);
            assertThat(finding.isPart()).isTrue();
            assertThat(finding.notMade()).isPresent();
        });
    }

    public static final class Adapter implements JsonbAdapter<Immutable, String> {
        @Override
        public String adaptToJson(Immutable immutable) {
            return immutable.getId();
        }

        @Override
        public Immutable adaptFromJson(String id) {
            return new Immutable(id);
        }
    }

    public record Adapted(@JsonbTypeAdapter(Adapter.class) Immutable immutable) {}

    public static class AdaptedBean {
        @JsonbTypeAdapter(Adapter.class)
        public Immutable immutable;

        private Immutable other;

        public Immutable getOther() {
            return other;
        }

        @JsonbTypeAdapter(Adapter.class)
        public void setOther(Immutable newOther) {
            other = newOther;
        }
    }

    @ParameterizedTest
    @ValueSource(classes = {Adapted.class, AdaptedBean.class})
    void classOfAPropertyWithAnAdapterIsNoFinding(Class<?> type) {
        assertThat(rules.examine(type)).isEmpty();
    }

    static void generic(List<Immutable> list, Map<String, List<Silent>> map) {
        throw new UnsupportedOperationException(list.toString() + map);
    }

    @Test
    void typeArgumentsAreExamined() throws Exception {
        Type[] types = Arrays.stream(DecodingRulesTest.class.getDeclaredMethods())
                .filter(method -> method.getName().equals("generic"))
                .findFirst()
                .orElseThrow()
                .getGenericParameterTypes();
        assertThat(rules.examine(types[0])).extracting(Finding::type).containsExactly(Immutable.class);
        assertThat(rules.examine(types[1])).extracting(Finding::type).containsExactly(Silent.class);
        assertThat(rules.examine(Immutable[].class)).extracting(Finding::type).containsExactly(Immutable.class);
    }

    @Test
    void classOfAnotherCodecIsNoFinding() {
        PayloadCodec own = new PayloadCodec() {
            @Override
            public boolean handles(Class<?> type) {
                return type == Immutable.class;
            }

            @Override
            public String contentType() {
                return "text/plain";
            }

            @Override
            public byte[] encode(Object payload) {
                return new byte[0];
            }
        };
        assertThat(new DecodingRules(BuiltInCodecs.after(List.of(own))).examine(Immutable.class))
                .isEmpty();
    }
}
