// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.local;

import io.onceward.api.Durable;
import io.onceward.scenarios.support.Tables;
import jakarta.ejb.EJB;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;

/** A durable method of a dependent bean that has a constructor with parameters, and that only its package sees. */
@Dependent
public class Printer {

    private final String paper;

    @EJB
    Tables tables;

    @Inject
    Printer(Paper paper) {
        this.paper = paper.name();
    }

    @Durable(name = "local-print")
    void print(String id) {
        tables.insert("printed " + id + " on " + paper);
    }

    /** What the printer needs. */
    @Dependent
    public static class Paper {

        String name() {
            return "paper";
        }
    }
}
