// SPDX-License-Identifier: Apache-2.0
// The verdict. The server decides what it is; the page shows its worst facts, the first one unfolded.

import { filterAddress } from './address.js';
import { byId, counted, el, number, replace, time } from './dom.js';
import { statesOf } from './events.js';

const MAX_FACTS = 4;

/** The page may cut the cause from this length on. */
const LONG = 300;

const WORD = { outbox: ['event', 'events'], inbox: ['message', 'messages'] };

export function showVerdict({ verdict, outbox, inbox, now }, showEvents) {
  const { level, facts: [worst, ...others] } = verdict;
  const shown = others.slice(0, MAX_FACTS - 1);
  const at = Date.parse(now);
  const queue = ({ side, queue: name }) => (side === 'outbox' ? outbox : inbox).queues.find(each => each.queue === name);
  const rest = fact => details(fact, at, affected => link(affected, queue(affected), showEvents));
  byId('verdict').className = `verdict ${level}`;
  replace(byId('verdict'),
    el('p', {}, `${worst.headline}.`), ' ', why(worst), rest(worst),
    shown.map(fact => el('details', { class: 'fact' },
      el('summary', {}, el('span', { class: 'clamp' }, `${fact.headline}.${fact.cause ? ` Cause: ${fact.cause}` : ''}`)), rest(fact))),
    others.length > shown.length && el('p', { class: 'more' }, `and ${others.length - shown.length} more`));
  // Read out once: an age on the page changes every few seconds.
  if (byId('announcement').textContent !== worst.headline) {
    byId('announcement').textContent = worst.headline;
  }
}

const why = ({ cause }) => cause && el('p', { class: 'clamp why', title: cause }, `Cause: ${cause}`);

function details({ act, code, remedy, error, cause, affected, since, oldestParked }, now, linked) {
  return el('div', { class: 'rest' },
    affected.length > 0 && el('p', {}, 'Affected: ', affected.flatMap((each, i) => [i > 0 && ', ', linked(each)]), '.'),
    since && el('p', {}, 'Since ', time(since, now), '.'),
    oldestParked && el('p', {}, 'The oldest parked one was recorded ', time(oldestParked, now), '.'),
    code && el('p', {}, el('b', {}, act ? 'Act now: ' : 'If it lasts: '), remedy, ' ',
      el('a', { href: `runbook.html#${code}` }, `Runbook: ${title(code)}`)),
    error && (error !== cause || error.length > LONG) && el('details', {}, el('summary', {}, 'Exception'),
      el('pre', { tabindex: '0', role: 'region', 'aria-label': 'Exception' }, error)));
}

const title = code => code[0].toUpperCase() + code.slice(1).replaceAll('-', ' ');

function link({ side, queue: name, waiting, parked }, queue, showEvents) {
  const amount = [waiting && `${counted(waiting, ...WORD[side])} waiting`, parked && `${number(parked)} parked`];
  return el('a', {
    href: filterAddress(side, { states: statesOf(queue), queue: name }), 'data-focus': `affected ${side} ${name}`,
    click: event => {
      event.preventDefault();
      showEvents(side, queue);
    },
  }, `${name} (${side}${amount.filter(Boolean).map(text => `, ${text}`).join('')})`);
}
