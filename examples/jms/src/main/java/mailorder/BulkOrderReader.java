// SPDX-License-Identifier: Apache-2.0
package mailorder;

import jakarta.batch.api.chunk.AbstractItemReader;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.io.Serializable;
import java.util.Iterator;

/** Reads the ids of the bulk orders that are not placed. A job that starts after a crash finds what is left. */
@Named
@Dependent
public class BulkOrderReader extends AbstractItemReader {

    @Inject
    private Orders orders;

    private Iterator<String> ids;

    @Override
    public void open(Serializable checkpoint) {
        ids = orders.bulkOrders().iterator();
    }

    @Override
    public Object readItem() {
        return ids.hasNext() ? ids.next() : null;
    }
}
