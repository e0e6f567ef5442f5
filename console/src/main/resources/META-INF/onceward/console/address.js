// SPDX-License-Identifier: Apache-2.0
// The state of the page in its address, so that a reload or a link shows the same: side, filter and opened event.

const SIDE = 'side';

/** The event that is opened: these are no conditions of the filter. */
const OPENED = ['datasource', 'position'];

const current = () => new URLSearchParams(location.search);

function keep(parameters) {
  const query = new URLSearchParams(parameters).toString();
  history.replaceState(null, '', `${location.pathname}${query ? `?${query}` : ''}${location.hash}`);
}

const given = entries => Object.entries(entries).filter(([, value]) => value !== undefined && value !== '');

/** The address of a filter, relative to the page. */
export const filterAddress = (side, conditions) => `?${new URLSearchParams(given({ [SIDE]: side, ...conditions }))}#events`;

const cameWithFilter = current().has(SIDE);

/** Whether the page was opened with a filter in its address. */
export const hasFilter = () => cameWithFilter;

/** The side and the conditions in the address; `null` if it has none. */
export function filter() {
  const values = Object.fromEntries([...current()].filter(([name]) => !OPENED.includes(name)));
  return values[SIDE] ? values : null;
}

export function keepFilter(side, conditions) {
  keep(given({ [SIDE]: side, ...conditions, ...(opened() ?? {}) }));
}

/** The opened event in the address; `null` if it has none. */
export function opened() {
  const [datasource, position] = OPENED.map(name => current().get(name));
  return datasource && position ? { datasource, position } : null;
}

/** @param event `null` if none is opened any more */
export function keepOpened(event) {
  const parameters = Object.fromEntries([...current()].filter(([name]) => !OPENED.includes(name)));
  keep({ ...parameters, ...(event ? { datasource: event.datasource, position: event.position } : {}) });
}
