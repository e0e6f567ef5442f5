// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** An isolation level of a database at which only the {@linkplain DialectContract contracts of the dialect} run without {@code -Pfull}. */
@ExtendWith(DialectOnly.Contracts.class)
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@interface DialectOnly {

    /** Leaves out the other contracts. */
    final class Contracts implements ExecutionCondition {

        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            Class<?> type = context.getRequiredTestClass();
            return System.getProperty("contracts", "").equals("full")
                            || !DatabaseContract.class.isAssignableFrom(type)
                            || AnnotationSupport.isAnnotated(type, DialectContract.class)
                    ? ConditionEvaluationResult.enabled("")
                    : ConditionEvaluationResult.disabled(
                            "H2 and PostgreSQL run the contract; -Pfull runs it here, too");
        }
    }
}
