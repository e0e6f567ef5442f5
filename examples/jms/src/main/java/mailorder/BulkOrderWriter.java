// SPDX-License-Identifier: Apache-2.0
package mailorder;

import jakarta.batch.api.chunk.AbstractItemWriter;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.util.List;

/** Places bulk orders, those of a chunk in one transaction. */
@Named
@Dependent
public class BulkOrderWriter extends AbstractItemWriter {

    @Inject
    private Orders orders;

    @Override
    public void writeItems(List<Object> ids) {
        ids.forEach(id -> orders.placeBulk((String) id));
    }
}
