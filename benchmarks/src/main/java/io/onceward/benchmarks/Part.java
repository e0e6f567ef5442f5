// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks;

import io.onceward.benchmarks.environment.Product;

/** A metric on a database, in JVMs that are warm or cold. */
record Part(MetricName metric, Temperature temperature, Product database) {

    /** For tables and files, without what is usual. */
    @Override
    public String toString() {
        return metric
                + (temperature == Temperature.COLD ? "-cold" : "")
                + (database == Product.POSTGRESQL ? "" : "-" + database);
    }
}
