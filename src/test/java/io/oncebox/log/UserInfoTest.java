// SPDX-License-Identifier: Apache-2.0
package io.oncebox.log;

import static org.assertj.core.api.Assertions.assertThat;

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
        "'failover:(tcp://user:s3cret@[::1]:61616)', 'failover:(tcp://…@[::1]:61616)'"
    })
    void userInfoIsHidden(String text, String shown) {
        assertThat(UserInfo.hidden(text)).isEqualTo(shown);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "jms:queue:orders@eu",
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
        assertThat(DeploymentErrors.noPublisher(destination, "orders"))
                .hasMessageStartingWith("OBX-0011")
                .hasMessageContaining("x:https://…@host/");
        assertThat(AdapterErrors.contradiction("orders", "connector", "oncebox-jms", "destination", destination))
                .hasMessageStartingWith("OBX-0172")
                .hasMessageContaining("x:https://…@host/");
    }

    @Test
    void missingTextRemains() {
        assertThat(UserInfo.hidden(null)).isNull();
    }
}
