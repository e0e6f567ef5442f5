// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples.orders;

import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Digits;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.math.BigDecimal;

/** The request of a customer. */
public record NewOrder(
        @NotBlank @Size(max = 100) String item,

        @NotNull @DecimalMin("0.01") @Digits(integer = 9, fraction = 2)
        BigDecimal total) {}
