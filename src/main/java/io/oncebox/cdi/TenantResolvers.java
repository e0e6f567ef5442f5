// SPDX-License-Identifier: Apache-2.0
package io.oncebox.cdi;

import io.oncebox.api.TenantResolver;
import io.oncebox.log.HttpErrors;
import jakarta.enterprise.inject.AmbiguousResolutionException;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * The beans of the application that name the tenants of requests, in whatever archive: a look-up by type might miss one in an
 * archive that Oncebox does not see, and then all tenants would share their keys. Filled while the deployment is examined.
 */
final class TenantResolvers {

    private final Set<Bean<?>> found = new HashSet<>();
    private volatile Bean<?> used;

    void add(Bean<?> bean) {
        if (bean.getTypes().contains(TenantResolver.class)) {
            found.add(bean);
        }
    }

    /** @throws io.oncebox.api.OnceboxException if several are left, none of which is an alternative */
    void resolve(BeanManager beans) {
        try {
            used = beans.resolve(found);
        } catch (AmbiguousResolutionException e) {
            throw HttpErrors.severalTenantResolvers(found.stream()
                    .map(bean -> bean.getBeanClass().getName())
                    .sorted()
                    .toList());
        }
    }

    /** Returns the one that the application uses; empty if it has none. */
    Optional<Bean<?>> used() {
        return Optional.ofNullable(used);
    }
}
