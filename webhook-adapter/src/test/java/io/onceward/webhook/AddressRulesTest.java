// SPDX-License-Identifier: Apache-2.0
package io.onceward.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressRulesTest {

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1, loopback",
        "127.255.255.254, loopback",
        "::1, loopback",
        "::ffff:127.0.0.1, loopback",
        "::127.0.0.1, reserved",
        "0.0.0.0, wildcard",
        "0.1.2.3, wildcard",
        "::, wildcard",
        "169.254.169.254, link-local",
        "::ffff:169.254.169.254, link-local",
        "fe80::1, link-local",
        "febf::1, link-local",
        "10.0.0.1, private",
        "172.16.0.1, private",
        "172.31.255.255, private",
        "192.168.1.1, private",
        "fc00::1, private",
        "fd00:ec2::254, private",
        "fec0::1, private",
        "100.64.0.1, provider",
        "100.100.100.200, provider",
        "168.63.129.16, provider",
        "192.0.0.192, reserved",
        "198.18.0.1, reserved",
        "224.0.0.1, multicast",
        "ff02::1, multicast",
        "255.255.255.255, reserved",
        "64:ff9b::7f00:1, loopback",
        "64:ff9b::a9fe:a9fe, link-local",
        "64:ff9b:1::7f00:1, reserved",
        "2002:7f00:1::, reserved",
        "2001:0:1::1, reserved",
        "2001:db8::1, reserved",
        "3fff::1, reserved",
        "::ffff:0:127.0.0.1, reserved",
        "100::1, reserved",
        "1fff::1, reserved",
        "4000::1, reserved",
        "fbff::1, reserved"
    })
    void internalAddressIsRefused(String address, String kind) throws Exception {
        assertThat(AddressRules.allowing("").refusedKind(InetAddress.getByName(address)))
                .hasValueSatisfying(found -> assertThat(found).contains(kind));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1.1.1.1",
                "172.15.255.255",
                "172.32.0.0",
                "100.63.255.255",
                "100.128.0.0",
                "169.253.255.255",
                "126.255.255.255",
                "128.0.0.1",
                "223.255.255.255",
                "2606:4700::1111",
                "64:ff9b::101:101",
                "2003::1",
                "2000::1",
                "3ffe::1"
            })
    void publicAddressIsAllowed(String address) throws Exception {
        assertThat(AddressRules.allowing("").refusedKind(InetAddress.getByName(address)))
                .isEmpty();
    }

    @Test
    void configuredBlocksAreAllowedAndOnlyThose() throws Exception {
        AddressRules rules = AddressRules.allowing("10.1.0.0/16, 127.0.0.1,fd00:1::/32");
        for (String allowed : new String[] {"10.1.255.255", "127.0.0.1", "fd00:1::5", "::ffff:10.1.0.1"}) {
            assertThat(rules.refusedKind(InetAddress.getByName(allowed))).isEmpty();
        }
        for (String refused : new String[] {"10.2.0.0", "10.0.255.255", "127.0.0.2", "fd00:2::5", "::1"}) {
            assertThat(rules.refusedKind(InetAddress.getByName(refused))).isPresent();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost",
                "10.0.0.0/33",
                "10.0.0.0/-1",
                "10.0.0.0/",
                "10.0.0.0/x",
                "10.0/8",
                "256.0.0.0",
                "::1/129",
                ":",
                "1:2",
                "010.0.0.0/8",
                "*",
                "10.0.0.0-10.0.0.9"
            })
    void otherBlocksAreRefusedWithoutAskingForAName(String block) {
        assertThatThrownBy(() -> AddressRules.allowing(block)).isInstanceOf(IllegalArgumentException.class);
    }
}
