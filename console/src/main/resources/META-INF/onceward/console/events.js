// SPDX-License-Identifier: Apache-2.0
// The list of events that a filter finds, one event in detail, and what can be done with them.

import * as address from './address.js';
import { change, read } from './api.js';
import { confirmed, notice } from './dialog.js';
import { byId, cause, counted, el, number, replace, short, time } from './dom.js';
import { edit } from './edit.js';
import { SIDES } from './overview.js';

const STATES = { PENDING: 'Pending', DELAYED: 'Delayed', RETRYING: 'Retrying', BLOCKED: 'Blocked', PARKED: 'Parked' };
const LEVELS = { PENDING: 'moving', DELAYED: 'idle', RETRYING: 'warn', BLOCKED: 'warn', PARKED: 'stuck' };
const PAGE = 25;

const CHANGES = {
  requeue: {
    action: 'Requeue', done: 'requeued', states: 'PARKED', of: 'parked', primary: true,
    text: 'They are tried again, at their old position, with no attempts. Later events of their keys follow.',
  },
  discard: {
    action: 'Discard', done: 'discarded', states: 'PARKED', of: 'parked', danger: true,
    text: 'They are deleted for good and never published or handled. Later events of their keys go on.',
  },
  purge: {
    action: 'Purge', done: 'deleted', states: 'PENDING,DELAYED,RETRYING,BLOCKED', of: 'waiting', danger: true,
    text: 'Whatever waits in this queue is deleted for good, although nothing is wrong with it. Parked events stay.',
  },
};

let cursors = [null];
let applied = { side: 'outbox', conditions: { states: 'PARKED' } };
let now = Date.now();
let changed = () => {};

/** The requests for a page under way, and the number of the newest one. */
let loading = 0;
let newest = 0;

/** @param whenChanged called after each change */
export function start(whenChanged) {
  changed = whenChanged;
  const form = byId('filter');
  form.addEventListener('submit', event => {
    event.preventDefault();
    search();
  });
  form.addEventListener('reset', () => setTimeout(search));
  byId('details').addEventListener('close', () => address.keepOpened(null));
  showAddress();
}

/** Shows the filter and the event of the page's address. */
async function showAddress() {
  const { elements } = byId('filter');
  const wanted = address.filter();
  if (wanted) {
    elements.states.value = '';
    for (const [name, value] of Object.entries(wanted).filter(([name]) => elements.namedItem(name))) {
      elements[name].value = ['from', 'to'].includes(name) ? local(value) : value;
    }
  }
  const event = address.opened();
  await search();
  if (event) {
    await details(applied.side, event);
  }
}

/** A time as a field of the form has it: without a zone, in that of the browser. */
function local(instant) {
  const at = new Date(instant);
  return Number.isNaN(at.getTime()) ? '' : new Date(at - at.getTimezoneOffset() * 60000).toISOString().slice(0, 19);
}

/** Begins with the side that has parked events, unless the address says something else. */
export function begin({ outbox, inbox }) {
  const parked = ({ queues }) => queues.some(queue => queue.parked);
  if (!address.hasFilter() && !parked(outbox) && parked(inbox)) {
    byId('filter').elements.side.value = 'inbox';
    search();
  }
}

export function setNow(value) {
  now = value;
}

/** The states of the events of a queue that have failed, or else of those that wait. */
export const statesOf = queue => queue.parked ? 'PARKED' : queue.retrying ? 'RETRYING' : 'PENDING,DELAYED,RETRYING,BLOCKED';

/** Shows the failed events of a queue, or else its pending ones. */
export function showQueue(side, queue) {
  const form = byId('filter');
  form.reset();
  form.elements.side.value = side;
  form.elements.queue.value = queue.queue;
  form.elements.states.value = statesOf(queue);
  byId('events').focus();
}

/** Shows the events of a group of failures. */
export function showGroup(side, group) {
  const form = byId('filter');
  form.reset();
  form.elements.side.value = side;
  form.elements.queue.value = group.queue;
  form.elements.states.value = group.parked ? 'PARKED' : 'RETRYING';
  form.elements.cause.value = group.cause;
  form.querySelector('details').open = true;
  byId('events').focus();
}

function search() {
  const data = Object.fromEntries([...new FormData(byId('filter'))].filter(([, value]) => value.trim()));
  const { side, ...conditions } = data;
  for (const limit of ['from', 'to']) {
    if (conditions[limit]) {
      conditions[limit] = new Date(conditions[limit]).toISOString();
    }
  }
  applied = { side, conditions };
  address.keepFilter(side, conditions);
  cursors = [null];
  return load();
}

async function load() {
  try {
    await loadPage();
  } catch (failure) {
    notice(failure.message, true);
  }
}

/** Shows the page as it is now, unless a request is under way. */
export async function refresh() {
  if (!loading) {
    await loadPage().catch(failure => replace(byId('found'), el('span', {}, failure.message)));
  }
}

async function loadPage() {
  const asked = applied;
  const request = ++newest;
  loading++;
  byId('list').setAttribute('aria-busy', 'true');
  try {
    const page = await read(`${asked.side}/events`, { ...asked.conditions, cursor: cursors[cursors.length - 1], limit: PAGE });
    if (request === newest) {
      showPage(asked, page);
    }
  } finally {
    loading--;
    byId('list').setAttribute('aria-busy', String(loading > 0));
  }
}

/** @param asked what the page answers: what is done with it is done with that, whatever is asked for meanwhile */
function showPage(asked, { events, next }) {
  const more = next ? ', and there are more' : '';
  replace(byId('found'), el('span', {}, events.length
    ? `${counted(events.length, 'event', 'events')} on page ${cursors.length}${more}.`
    : next ? 'None on this page; there may be more behind it.' : 'No event agrees with these conditions.'));
  replace(byId('list'), events.length > 0 && el('table', { class: 'events' },
    el('thead', {}, el('tr', {}, ['state', SIDES[asked.side].queue, 'type', 'key', 'recorded', 'attempts', 'error', '']
      .map(head => el('th', { scope: 'col' }, head || el('span', { class: 'hidden' }, 'details'))))),
    el('tbody', {}, events.map(event => row(asked.side, event)))));
  replace(byId('paging'),
    cursors.length > 1 && button('Previous page', () => turn(asked, () => cursors.pop()), 'previous'),
    next && button('Next page', () => turn(asked, () => cursors.push(next)), 'next'));
  showBulk(asked, events.length > 0 || next);
}

function turn(asked, move) {
  if (asked === applied) {
    move();
    load();
  }
}

const button = (text, click, focus, className) => el('button', { type: 'button', click, 'data-focus': focus, class: className }, text);

function row(side, event) {
  const cell = (name, ...value) => el('td', { 'data-name': name }, ...value);
  return el('tr', {},
    cell('state', el('span', { class: `pill ${LEVELS[event.state]}` }, STATES[event.state])),
    cell(SIDES[side].queue, short(event.queue)),
    cell('type', short(event.type)),
    cell('key', short(event.key)),
    cell('recorded', event.createdAt ? time(event.createdAt, now) : '–'),
    el('td', { class: 'n', 'data-name': 'attempts' }, number(event.attempts)),
    el('td', { class: 'error', 'data-name': 'error' }, cause(event)),
    el('td', { class: 'actions' }, el('button', {
      type: 'button', 'data-focus': `details ${event.datasource} ${event.position}`,
      'aria-label': `Details of event ${event.id}`, click: () => details(side, event),
    }, 'Details')));
}

/** What can be done with all that the filter finds, not only with the page. Deleting what only waits is not offered openly. */
function showBulk({ side, conditions }, any) {
  const { states } = conditions;
  const offer = name => button(`${CHANGES[name].action} all of these …`, () => askForAll(name, side, conditions), name,
    CHANGES[name].primary ? 'primary' : null);
  replace(byId('bulk'), !any ? [] : states === CHANGES.requeue.states ? [offer('requeue'), offer('discard')]
    : states === CHANGES.purge.states && conditions.queue
      ? [el('details', {}, el('summary', {}, 'Delete waiting events'), offer('purge'))] : []);
}

/**
 * Asks with the number of events that the change is about.
 *
 * @param path where the change is requested, behind the side
 */
export async function askForAll(name, side, conditions, path = name) {
  try {
    const { count, lowerBound, kept = 0 } = await read(`${side}/count`, conditions);
    const left = name === 'requeue' ? kept : 0;
    const note = left && `${counted(left, 'original of an edited event', 'originals of edited events')} can't be requeued and ${left === 1 ? 'stays' : 'stay'} parked.`;
    if (left && left === count && !lowerBound) {
      notice(note);
      return;
    }
    const { row, queue } = SIDES[side];
    const kind = `${CHANGES[name].of} ${row}`;
    const where = conditions.queue ? `of ${queue} ${conditions.queue}` : `of all ${SIDES[side].queues}`;
    await ask(name, side, conditions, path, `${lowerBound ? 'at least ' : ''}${counted(count - left, kind, `${kind}s`)} ${where}`, note);
  } catch (failure) {
    notice(failure.message, true);
  }
}

/** @param note a further sentence */
async function ask(name, side, conditions, path, what, note) {
  const { action, done, text, danger } = CHANGES[name];
  const { states, ...shown } = conditions;
  const agreed = await confirmed({
    title: `${action} ${what}?`, text: note ? `${text} ${note}` : text, action, danger,
    conditions: [`side: ${SIDES[side].title}`, ...Object.entries(shown).map(([key, value]) => `${key}: ${value}`)],
  });
  if (!agreed) {
    return false;
  }
  try {
    const { count } = await change(`${side}/${path}`, shown);
    notice(count ? `${counted(count, 'event', 'events')} ${done}.`
      : 'Nothing was changed: the events have changed in the meantime.');
    return true;
  } catch (failure) {
    notice(failure.message, true);
    return false;
  } finally {
    changed();
    await load();
  }
}

export async function details(side, event) {
  try {
    show(side, await read(`${side}/event`, { datasource: event.datasource, position: event.position }));
  } catch (failure) {
    notice(failure.message, true);
    await load();
  }
}

function show(side, { summary, size, contentType, headers, masked, text, base64, digest }) {
  const dialog = byId('details');
  const entry = (name, value) => value !== undefined && value !== null && [el('dt', {}, name), el('dd', {}, value)];
  const one = { datasource: summary.datasource, position: summary.position };
  const act = name => button(`${CHANGES[name].action} …`, async () => {
    if (await ask(name, side, one, name, `event ${summary.id}`)) {
      dialog.close();
    }
  }, name, CHANGES[name].primary ? 'primary' : null);
  const names = Object.keys(headers);
  const shown = isJson(contentType) ? indented(text) : text;
  replace(dialog,
    el('h2', { id: 'details-title' }, 'Event ', el('code', {}, summary.id)),
    el('p', {}, el('span', { class: `pill ${LEVELS[summary.state]}` }, STATES[summary.state])),
    summary.error && el('section', {}, el('h3', {}, 'Error'), el('pre', { tabindex: '0', role: 'region', 'aria-label': 'Error' }, errorText(summary))),
    el('dl', {}, [
      entry('Channel', summary.channel), entry('Handler', summary.handler), entry('Type', summary.type), entry('Key', summary.key),
      entry('Destination', summary.destination), entry('Attempts', number(summary.attempts)),
      entry('Recorded', summary.createdAt && time(summary.createdAt, now)),
      entry('Not before', summary.availableAt && time(summary.availableAt, now)),
      entry('Datasource', summary.datasource), entry('Position', summary.position),
    ].flat()),
    el('h3', {}, 'Headers'),
    names.length ? el('dl', {}, names.flatMap(name => entry(name, headers[name] ?? el('span', { class: 'masked' }, 'masked'))))
      : el('p', { class: 'empty' }, 'It has none.'),
    el('h3', {}, 'Payload'),
    el('p', {}, `${number(size)} bytes${contentType ? ` of ${contentType}` : ''}${base64 ? ', in Base64' : ''}`),
    masked ? el('p', { class: 'masked' }, 'Masked: it takes the role of onceward.console.payload-role to see it.')
      : el('pre', { tabindex: '0', role: 'region', 'aria-label': 'Payload' }, shown ?? base64),
    el('p', { class: 'buttons' },
      summary.state === 'PARKED' && !summary.kept && act('requeue'), ' ',
      digest && text !== undefined && keepsLineEnds(text, contentType) && button('Edit payload …', () => edit(side, summary, digest, shown, async () => {
        dialog.close();
        changed();
        await load();
      }), 'edit'), ' ',
      summary.state === 'PARKED' && act('discard'), ' ',
      button('Close', () => dialog.close(), 'close')));
  dialog.showModal();
  address.keepOpened(summary);
}

/** The innermost cause first, then the whole text. */
const errorText = ({ error, rootCause }) => rootCause === error ? error : `${rootCause}\n\n${error}`;

/** Whether a text area keeps what matters of a text: it turns CR LF and CR into LF, which makes no difference to JSON. */
const keepsLineEnds = (text, contentType) => !text.includes('\r') || isJson(contentType);

const isJson = contentType => /json/i.test(contentType ?? '');

/** A text in lines, if it is JSON; its numbers and names stay as they came, which parsing would change. */
function indented(text) {
  try {
    JSON.parse(text);
  } catch {
    return text;
  }
  let depth = 0;
  const line = () => `\n${'  '.repeat(depth)}`;
  return text.replace(/"(?:[^"\\]|\\.)*"|\{\s*\}|\[\s*\]|[{}[\],:]|\s+/g, token => {
    switch (token) {
      case '{': case '[': depth++; return token + line();
      case '}': case ']': depth--; return line() + token;
      case ',': return token + line();
      case ':': return ': ';
      default: return token.trim() === '' ? '' : token[0] === '"' ? token : token.replace(/\s/g, '');
    }
  });
}
