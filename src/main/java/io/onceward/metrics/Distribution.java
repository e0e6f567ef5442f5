// SPDX-License-Identifier: Apache-2.0
package io.onceward.metrics;

import javax.management.ConstructorParameters;

/** A distribution of values at one moment: durations in seconds, sizes of batches in messages. Immutable. */
public final class Distribution {

    private final long count;
    private final double sum;
    private final double max;
    private final double median;
    private final double percentile95;
    private final double percentile99;

    /** Also called by JMX, with a client. */
    @ConstructorParameters({"count", "sum", "max", "median", "percentile95", "percentile99"})
    public Distribution(long count, double sum, double max, double median, double percentile95, double percentile99) {
        this.count = count;
        this.sum = sum;
        this.max = max;
        this.median = median;
        this.percentile95 = percentile95;
        this.percentile99 = percentile99;
    }

    /** Returns the number of values. */
    public long getCount() {
        return count;
    }

    /** All of them together. */
    public double getSum() {
        return sum;
    }

    /** The largest value. */
    public double getMax() {
        return max;
    }

    /** Returns the median, rounded up to a bucket's bound. */
    public double getMedian() {
        return median;
    }

    /** Returns the bound that 95 of 100 values do not exceed, rounded up to a bucket's bound. */
    public double getPercentile95() {
        return percentile95;
    }

    /** Returns the bound that 99 of 100 values do not exceed, rounded up to a bucket's bound. */
    public double getPercentile99() {
        return percentile99;
    }
}
