// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.deployment;

import io.onceward.api.TenantResolver;
import io.onceward.http.ResourceErrors;
import jakarta.enterprise.inject.AmbiguousResolutionException;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * The beans that name the tenants of requests, from all archives of the application. A look-up by type might miss a bean in an
 * archive that Onceward does not see, and then all tenants would share their keys. Filled while CDI processes the beans.
 */
final class TenantResolvers {

    private final Set<Bean<?>> found = new HashSet<>();
    private volatile Bean<?> used;

    void add(Bean<?> bean) {
        if (bean.getTypes().contains(TenantResolver.class)) {
            found.add(bean);
        }
    }

    /**
     * Chooses the bean that the application uses.
     *
     * @throws io.onceward.api.OncewardException if there are several, and none is an alternative
     */
    void resolve(BeanManager beans) {
        try {
            used = beans.resolve(found);
        } catch (AmbiguousResolutionException e) {
            throw ResourceErrors.severalTenantResolvers(found.stream()
                    .map(bean -> bean.getBeanClass().getName())
                    .sorted()
                    .toList());
        }
    }

    /** Returns the bean that the application uses; empty if it has none. */
    Optional<Bean<?>> used() {
        return Optional.ofNullable(used);
    }
}
