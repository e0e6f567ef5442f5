// SPDX-License-Identifier: Apache-2.0
// Parked and retrying events by their common cause, and what can be done with a group.

import { read } from './api.js';
import { notice } from './dialog.js';
import { byId, el, number, replace, time } from './dom.js';
import { askForAll, details, showGroup } from './events.js';
import { SIDES } from './overview.js';

/** A search reads thousands of events, so the page asks less often than for the figures. */
const EVERY_MILLIS = 10000;

/** The answers by the names of the sides. */
let found = {};
let loadedAt = -Infinity;
let loading = false;

/** Has the groups loaded again by the next refresh. */
export function expire() {
  loadedAt = -Infinity;
}

/** Shows the groups as they are now. */
export async function refresh(overview) {
  const failing = Object.keys(SIDES).filter(side => overview[side].queues.some(queue => queue.parked + queue.retrying > 0));
  if (!loading && failing.length && performance.now() - loadedAt >= EVERY_MILLIS) {
    loading = true;
    loadedAt = performance.now();
    try {
      found = Object.fromEntries(await Promise.all(failing.map(async side => [side, await read(`${side}/groups`)])));
    } catch (failure) {
      found = {};
      notice(failure.message, true);
    } finally {
      loading = false;
    }
  }
  show(failing.filter(side => found[side]), Date.parse(overview.now));
}

function show(sides, now) {
  const groups = sides.flatMap(side => found[side].groups.map(group => ({ side, ...group })));
  byId('groups-section').hidden = groups.length === 0;
  replace(byId('groups'),
    el('table', {},
      el('thead', {}, el('tr', {}, ['cause', 'channel or handler', 'parked', 'retrying', 'recorded', '']
        .map(head => el('th', { scope: 'col' }, head || el('span', { class: 'hidden' }, 'actions'))))),
      el('tbody', {}, groups.map(group => row(group, now)))),
    sides.some(side => !found[side].complete)
      && el('p', { class: 'empty' }, 'The search stopped at a bound: there may be further events and groups.'));
}

function row(group, now) {
  const { side, datasource, queue, cause, parked, retrying, lowerBound, first, last, sample } = group;
  const figure = (name, value) => el('td', { class: `n${value ? '' : ' zero'}`, 'data-name': name },
    number(value), value > 0 && lowerBound && '+');
  const button = (text, label, click) => el('button', {
    type: 'button', click, 'aria-label': `${label} of ${queue}: ${cause}`,
    'data-focus': [text, side, datasource, queue, cause].join(' '),
  }, text);
  const change = name => askForAll(name, side, { states: 'PARKED', datasource, queue, cause }, `groups/${name}`);
  return el('tr', { class: parked ? 'stuck' : 'warn' },
    el('th', { scope: 'row' }, el('span', { class: 'clamp', title: cause }, cause)),
    el('td', { 'data-name': SIDES[side].queue }, queue, el('small', {}, side)),
    figure('parked', parked),
    figure('retrying', retrying),
    el('td', { 'data-name': 'recorded' }, first && time(first, now),
      last && last !== first && [' to ', time(last, now)]),
    el('td', { class: 'actions' },
      button('Show', 'Show events', () => showGroup(side, group)), ' ',
      button('Sample', 'Sample', () => details(side, sample)), ' ',
      parked > 0 && !sample.kept && [button('Requeue …', 'Requeue events', () => change('requeue')), ' '],
      parked > 0 && button('Discard …', 'Discard events', () => change('discard'))));
}
