// SPDX-License-Identifier: Apache-2.0
package mailorder;

import jakarta.batch.runtime.BatchRuntime;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Named;
import java.util.Properties;

/** The button that starts the batch job. */
@Named
@RequestScoped
public class BulkForm {

    /** Starts the job. */
    public void start() {
        BatchRuntime.getJobOperator().start("bulk-orders", new Properties());
    }
}
