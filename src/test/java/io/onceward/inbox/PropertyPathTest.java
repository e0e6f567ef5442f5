// SPDX-License-Identifier: Apache-2.0
package io.onceward.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class PropertyPathTest {

    record Customer(int number) {}

    record Order(String id, Customer customer) {}

    static class Bean {

        public String open = "field";

        public String getName() {
            return "getter";
        }

        public boolean isNew() {
            return true;
        }

        public String getBroken() {
            throw new IllegalStateException("broken");
        }

        String hidden() {
            return "hidden";
        }
    }

    @Test
    void recordComponentsGettersAndPublicFieldsAreProperties() throws Exception {
        assertThat(new PropertyPath(Order.class, "id").read(new Order("o1", null)))
                .isEqualTo("o1");
        assertThat(new PropertyPath(Bean.class, "name").read(new Bean())).isEqualTo("getter");
        assertThat(new PropertyPath(Bean.class, "new").read(new Bean())).isEqualTo(true);
        assertThat(new PropertyPath(Bean.class, "open").read(new Bean())).isEqualTo("field");
    }

    @Test
    void pathReadsNestedProperties() throws Exception {
        PropertyPath path = new PropertyPath(Order.class, "customer.number");
        assertThat(path.type()).isEqualTo(int.class);
        assertThat(path.read(new Order("o1", new Customer(7)))).isEqualTo(7);
        assertThat(path.read(new Order("o1", null))).isNull();
        assertThat(path.read(null)).isNull();
    }

    @Test
    void emptyPathIsTheObjectItself() throws Exception {
        assertThat(new PropertyPath(String.class, "").read("x")).isEqualTo("x");
    }

    @Test
    void unknownPropertyIsNamed() {
        assertThatThrownBy(() -> new PropertyPath(Order.class, "customer.name"))
                .hasMessageContaining(Customer.class.getName())
                .hasMessageContaining("no property name");
        assertThatThrownBy(() -> new PropertyPath(Bean.class, "hidden")).hasMessageContaining("no property hidden");
        assertThatThrownBy(() -> new PropertyPath(Order.class, "customer.")).hasMessageContaining("with an empty name");
    }

    @Test
    void exceptionOfAGetterIsThrown() {
        assertThatThrownBy(() -> new PropertyPath(Bean.class, "broken").read(new Bean()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("broken");
    }
}
