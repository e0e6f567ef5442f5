// SPDX-License-Identifier: Apache-2.0
package io.onceward.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.broker.BrokerErrors;
import io.onceward.queue.relay.RelayErrors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UserInfoTest {

    @ParameterizedTest
    @CsvSource({
        "webhook:https://user:s3cret@host/, webhook:https://…@host/",
        "https://s3cret@host, https://…@host",
        "https://user:s3@cret@host/x, https://…@host/x",
        "https://user:s3/cret@host/x, https://…@host/x",
        "https://user:s3?cret#s3@host/x, https://…@host/x",
        "https:///user:s3cret@host/x, https:///…@host/x",
        "'https://a.example/x, https://user:s3cret@host/', 'https://a.example/x, https://…@host/'",
        "'failover:(tcp://user:s3cret@[::1]:61616)', 'failover:(tcp://…@[::1]:61616)'",
        "webhook:https:user:s3cret@host, webhook:…@host",
        "webhook:https:/user:s3cret@host/x@y, webhook:…@y",
        "webhook:https:user:s3cret@host//x/@y, webhook:…@y",
        "webhook:https:user:s3//cret@host/, webhook:…@host/",
        "webhook:https:user:s3://cret@host/, webhook:…@host/",
        "webhook:https:user:s3cret@host//, webhook:…@host//",
        "user:s3cret@host, user:…@host",
        "s3cret@host:8443, …@host:8443",
        "https//user:s3cret@host, https…@host",
        "nats:orders@eu, nats:…@eu"
    })
    void userInfoIsHidden(String text, String shown) {
        assertThat(UserInfo.hidden(text)).isEqualTo(shown);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "jms:queue:orders%40eu?jndiConnectionFactoryName=jms/cf",
                "rabbitmq:exchange:orders%40eu?routingKey={key}",
                "kafka:orders.eu_1-x",
                "https://host/@user",
                "https://host:8443?to=a@b",
                "https://[::1]:8443/a@b",
                "https://host/x"
            })
    void otherTextsRemain(String text) {
        assertThat(UserInfo.hidden(text)).isEqualTo(text);
    }

    @Test
    void errorsThatQuoteADestinationHideItsUserInfo() {
        String destination = "x:https://user:s3cret@host/";
        assertThat(RelayErrors.noPublisher(destination, "orders"))
                .hasMessageStartingWith("OWD-0011")
                .hasMessageContaining("x:https://…@host/");
        assertThat(BrokerErrors.contradiction("orders", "connector", "onceward-jms", "destination", destination))
                .hasMessageStartingWith("OWD-0172")
                .hasMessageContaining("x:https://…@host/");
    }

    @ParameterizedTest
    @CsvSource({
        "'\n', '\\u000A'",
        "'\u0000', '\\u0000'",
        "'\u001B', '\\u001B'",
        "'\u0085', '\\u0085'",
        "'\u2028', '\\u2028'"
    })
    void destinationOfARowAddsNoLineToTheLog(String control, String escaped) {
        String destination = "x:a" + control + "b";
        assertThat(UserInfo.hidden(destination)).isEqualTo("x:a" + escaped + "b");
        assertThat(UserInfo.hidden("x:https://s3" + control + "cret@host")).isEqualTo("x:https://…@host");
        assertThat(Coded.error("0000", null, "Destination '%s', %s.", destination, 1))
                .hasMessage("OWD-0000: Destination 'x:a" + escaped + "b', 1.");
    }

    @Test
    void missingTextRemains() {
        assertThat(UserInfo.hidden(null)).isNull();
    }
}
