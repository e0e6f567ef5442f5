// SPDX-License-Identifier: Apache-2.0
// The overview: the verdict, the flow, the figures, the queues of outbox and inbox, and the nodes with their lanes.

import { byId, cause, counted, duration, el, exactly, number, replace, short, svg, time } from './dom.js';
import { showVerdict } from './verdict.js';

const MAX_POINTS = 150;

export const SIDES = {
  outbox: { title: 'Outbox', queue: 'channel', queues: 'channels', row: 'event', done: 'published' },
  inbox: { title: 'Inbox', queue: 'handler', queues: 'handlers', row: 'message', done: 'handled' },
};

const LEVELS = ['stuck', 'warn', 'paused', 'moving', 'idle'];

const RATES = { recorded: 'Recorded', published: 'Published', processed: 'Processed' };

const seen = { waiting: [], oldest: [], parked: [], recorded: [], published: [], processed: [] };

/** What each node had counted when it answered last: a proxy may lead to another one each time. */
const counts = new Map();

const waiting = queue => queue.pending + queue.delayed + queue.retrying + queue.blocked;
const sum = (queues, of) => queues.reduce((total, queue) => total + of(queue), 0);
const oldest = queues => Math.max(0, ...queues.map(queue => queue.oldestDueMillis ?? 0));
const figure = (value, queue) => number(value) + (queue.lowerBound && value ? '+' : '');

export function show(overview, actions) {
  const all = [...overview.outbox.queues, ...overview.inbox.queues];
  remember('waiting', sum(all, waiting));
  remember('oldest', oldest(all));
  remember('parked', sum(all, queue => queue.parked));
  rememberRates(overview);
  showVerdict(overview, actions.showEvents);
  showFlow(overview);
  replace(byId('tiles'),
    tile('Waiting', number(last('waiting')), seen.waiting, number),
    tile('Oldest due', last('oldest') ? duration(last('oldest')) : 'none', seen.oldest, duration),
    tile('Parked', number(last('parked')), seen.parked, number, last('parked') > 0),
    ...Object.entries(RATES).map(([name, title]) => tile(`${title} by this node`,
      seen[name].length ? perSecond(last(name)) : '–', seen[name], perSecond)));
  for (const side of Object.keys(SIDES)) {
    showQueues(side, overview[side], actions);
  }
  showConnections(overview.node.connections);
  showCaptures(overview.node.captures);
  showNodes(overview);
}

function remember(name, value) {
  seen[name].push(value);
  if (seen[name].length > MAX_POINTS) {
    seen[name].shift();
  }
}

function rememberRates({ node, now }) {
  const at = Date.parse(now);
  const before = counts.get(node.id);
  counts.set(node.id, { ...node, at });
  if (before && at > before.at) {
    Object.keys(RATES).forEach(name => remember(name, (node[name] - before[name]) * 1000 / (at - before.at)));
  }
}

const perSecond = rate => `${rate && rate < 10 ? rate.toFixed(1) : number(Math.round(rate))}/s`;

const last = name => seen[name][seen[name].length - 1];

function showFlow({ outbox, inbox, node }) {
  replace(byId('flow'),
    station('Outbox', `${number(sum(outbox.queues, waiting))} waiting`, outbox.queues),
    arrow(outbox.queues, 'to the broker', node.brokers.length > 0),
    station('Broker', broker(outbox.queues, node.brokers), [], node.brokers),
    arrow([], 'to the inbox', node.receivers.length > 0),
    station('Inbox', `${number(sum(inbox.queues, waiting))} waiting`, inbox.queues),
    arrow(inbox.queues, 'to the handlers', node.handlers.length > 0),
    station('Handlers', counted(inbox.queues.length, 'handler', 'handlers'), [], node.handlers));
}

/** The state of the broker as outbox and node have seen it; the console does not connect to it. */
function broker(queues, away) {
  if (away.length) {
    return `unavailable for ${duration(Math.max(...away.map(outage => outage.ageMillis)))}`;
  }
  const refused = queues.filter(queue => queue.retrying && !queue.paused);
  return refused.length ? `has refused events of ${counted(refused.length, 'channel', 'channels')}` : 'has refused nothing';
}

function station(title, text, queues, away = []) {
  const stuck = queues.filter(queue => queue.level === 'stuck');
  const parked = sum(queues, queue => queue.parked);
  return el('div', { class: `station ${away.length ? 'warn' : worst(queues)}` },
    el('h3', {}, title),
    away.map(outage => el('p', { class: 'away', title: outage.cause }, `away: ${outage.name}`)),
    el('p', {}, text),
    parked > 0 && el('p', { class: 'bad' }, `${number(parked)} parked`),
    stuck.length > 0 && el('p', { class: 'where' }, `stuck: ${stuck.slice(0, 3).map(queue => queue.queue).join(', ')}${stuck.length > 3 ? ' …' : ''}`));
}

const worst = queues => LEVELS.find(level => queues.some(queue => queue.level === level)) ?? 'idle';

function arrow(queues, where, away = false) {
  const seenLevel = worst(queues.filter(queue => queue.due || queue.retrying || queue.paused));
  const level = away && seenLevel !== 'stuck' ? 'warn' : seenLevel;
  const waits = queues.some(queue => queue.retrying && !queue.paused) ? 'retrying' : 'waiting';
  const text = { stuck: 'stuck', warn: away ? 'away' : waits, paused: 'paused' }[level];
  return el('div', { class: `arrow ${level}` },
    svg('svg', { viewBox: '0 0 48 24', role: 'img', 'aria-label': `${where}: ${text ?? 'flows'}` },
      svg('path', { d: 'M2 12h40m-8-7 8 7-8 7' }),
      text === 'stuck' && svg('path', { class: 'cross', d: 'm14 4 12 16m0-16-12 16' }),
      text === 'paused' && svg('path', { class: 'cross', d: 'M16 4v16m8-16v16' })),
    text && el('span', { 'aria-hidden': 'true' }, text));
}

function tile(title, value, values, format, bad = false) {
  return el('div', { class: bad ? 'tile bad' : 'tile' },
    el('h3', {}, title), el('p', { class: 'value' }, value), sparkline(title, values, format));
}

function sparkline(title, values, format) {
  if (!values.length) {
    return null;
  }
  const top = Math.max(...values, 1);
  const points = values.map((value, i) => `${values.length === 1 ? 0 : (i * 200) / (values.length - 1)},${38 - (value * 36) / top}`);
  const line = points.length === 1 ? `M${points[0]}H200` : `M${points.join('L')}`;
  return svg('svg', {
    class: 'spark', viewBox: '0 0 200 40', preserveAspectRatio: 'none', role: 'img',
    'aria-label': `${title} since this page was opened: at first ${format(values[0])}, at most ${format(Math.max(...values))}`,
  }, svg('path', { class: 'area', d: `${line}V40H0Z` }), svg('path', { class: 'line', d: line }));
}

function showQueues(side, { queues, paused }, actions) {
  const { queue: one, queues: many } = SIDES[side];
  const place = byId(side);
  place.parentElement.classList.toggle('calm', !queues.some(queue => ['stuck', 'warn'].includes(queue.level)));
  const others = paused.filter(pause => !queues.some(queue => queue.queue === pause.queue))
    .map(pause => pausedElsewhere(side, pause, actions));
  if (!queues.length) {
    replace(place, el('p', { class: 'empty' }, `This application has no ${many} here.`), others);
    return;
  }
  const several = new Set(queues.map(queue => queue.datasource)).size > 1;
  const heads = [one, 'status', 'due', 'oldest due', 'retrying', 'blocked', 'delayed', 'parked', 'last error'];
  const sorted = [...queues].sort((a, b) => LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level)
    || a.queue.localeCompare(b.queue));
  replace(place, el('table', { class: 'queues' },
    el('thead', {}, el('tr', {},
      heads.map((head, i) => el('th', { scope: 'col', class: i > 1 && i < 8 ? 'n' : null }, head)),
      el('th', { scope: 'col' }, el('span', { class: 'hidden' }, 'actions')))),
    el('tbody', {}, sorted.map(queue => row(side, queue, several, paused.find(pause => pause.queue === queue.queue), actions)))),
    others);
}

/** A queue that is empty here, or that another application has on the same tables. */
function pausedElsewhere(side, pause, actions) {
  return el('p', { class: 'paused-too' }, el('span', {}, `${pause.queue} is paused, too, by ${pause.by}.`), ' ',
    el('button', {
      type: 'button', 'data-focus': `pause ${side} ${pause.queue}`, 'aria-label': `Resume ${pause.queue}`,
      click: () => actions.pause(side, { queue: pause.queue, paused: true }),
    }, 'Resume'));
}

const policy = ({ application, maxAttempts, retryDelayMillis, retryMaxDelayMillis, onFailure }) => el('small',
  { title: `Retries after ${duration(retryDelayMillis)} to ${duration(retryMaxDelayMillis)}` },
  `${counted(maxAttempts, 'attempt', 'attempts')}, ${onFailure}, by ${application}`);

function row(side, queue, several, pause, actions) {
  const { level } = queue;
  const cell = (name, value, strong) => el('td', { class: `n${value ? '' : ' zero'}${strong && value ? ' bad' : ''}`, 'data-name': name },
    figure(value, queue));
  const focus = name => `${name} ${side} ${queue.datasource} ${queue.queue}`;
  return el('tr', { class: level },
    el('th', { scope: 'row' }, short(queue.queue), several && el('small', {}, queue.datasource), queue.policy && policy(queue.policy)),
    el('td', { 'data-name': 'status' }, el('span', { class: `pill ${level}` }, queue.status),
      pause && el('small', {}, `by ${pause.by}`)),
    cell('due', queue.due),
    el('td', { class: `n${queue.oldestDueMillis ? '' : ' zero'}`, 'data-name': 'oldest due', title: queue.oldestDueMillis && exactly(queue.oldestDueMillis) },
      queue.oldestDueMillis ? duration(queue.oldestDueMillis) : '–'),
    cell('retrying', queue.retrying), cell('blocked', queue.blocked), cell('delayed', queue.delayed),
    cell('parked', queue.parked, true),
    el('td', { class: queue.lastError ? 'error' : 'error zero', 'data-name': 'last error' },
      cause({ error: queue.lastError, rootCause: queue.rootCause })),
    el('td', { class: 'actions' },
      el('button', {
        type: 'button', 'data-focus': focus('show'), 'aria-label': `Show events of ${queue.queue}`,
        click: () => actions.showEvents(side, queue),
      }, 'Show'), ' ',
      el('button', {
        type: 'button', 'data-focus': focus('pause'), 'aria-label': `${queue.paused ? 'Resume' : 'Pause'} ${queue.queue}`,
        click: () => actions.pause(side, queue),
      }, queue.paused ? 'Resume' : 'Pause')));
}

const DIRECTIONS = { outgoing: 'publishes', incoming: 'receives' };

/** A row for each connection to a broker, whatever its kind; those that are unavailable first. */
function showConnections(connections) {
  if (!connections.length) {
    replace(byId('connections'), el('p', { class: 'empty' }, 'This application has no channel with a broker.'));
    return;
  }
  const away = ({ ageMillis }) => ageMillis !== undefined;
  const heads = ['connection', 'kind', 'status', 'direction', 'channels', 'cause'];
  replace(byId('connections'), el('table', {},
    el('thead', {}, el('tr', {}, heads.map(head => el('th', { scope: 'col' }, head)))),
    el('tbody', {}, [...connections].sort((a, b) => away(b) - away(a)).map(connection =>
      el('tr', { class: away(connection) ? 'warn' : null },
        el('th', { scope: 'row' }, short(connection.name)),
        el('td', { 'data-name': 'kind' }, connection.kind),
        el('td', { 'data-name': 'status' }, away(connection)
          ? el('span', { class: 'pill warn', title: exactly(connection.ageMillis) }, `Unavailable for ${duration(connection.ageMillis)}`)
          : el('span', { class: 'pill' }, 'No failure')),
        el('td', { 'data-name': 'direction' }, DIRECTIONS[connection.direction]),
        el('td', { 'data-name': 'channels' }, short(connection.channels.join(', '))),
        el('td', { class: connection.cause ? 'error' : 'error zero', 'data-name': 'cause' },
          cause({ error: connection.cause, rootCause: connection.cause })))))));
}

/** A row for each datasource whose events a tool captures; the page has no such section if there is none. */
function showCaptures(captures) {
  byId('captures-section').hidden = !captures.length;
  const heads = ['datasource', 'channels', 'status', 'note'];
  replace(byId('captures'), el('table', {},
    el('thead', {}, el('tr', {}, heads.map(head => el('th', { scope: 'col' }, head)))),
    el('tbody', {}, captures.map(capture =>
      el('tr', { class: capture.losesEvents ? 'stuck' : null },
        el('th', { scope: 'row' }, short(capture.datasource)),
        el('td', { 'data-name': 'channels' }, short(capture.channels.join(', '))),
        el('td', { 'data-name': 'status' }, capture.status),
        el('td', { 'data-name': 'note' }, capture.note))))));
}

/** A row for each node, and one for the lanes that no node owns. */
function showNodes({ nodes, outbox, inbox, now }) {
  const queues = [...outbox.queues, ...inbox.queues].filter(queue => queue.lanes);
  const shares = of => queues.map(queue => [queue, of(queue.lanes)]).filter(([, count]) => count);
  const free = shares(lanes => lanes.free);
  if (!nodes.length && !free.length) {
    replace(byId('nodes'), el('p', { class: 'empty' }, 'No node has a lease.'));
    return;
  }
  const several = new Set(nodes.map(node => node.datasource)).size > 1;
  replace(byId('nodes'), el('table', {},
    el('thead', {}, el('tr', {}, ['node', 'lease', 'lanes'].map(head => el('th', { scope: 'col' }, head)))),
    el('tbody', {},
      nodes.map(node => el('tr', {},
        el('th', { scope: 'row' }, node.name ?? node.identity, node.self && el('small', {}, 'this node'),
          several && el('small', {}, node.datasource)),
        el('td', { 'data-name': 'lease' }, time(node.leaseUntil, Date.parse(now))),
        owned(shares(lanes => lanes.owned[node.identity])))),
      free.length > 0 && el('tr', {},
        el('th', { scope: 'row' }, 'free'), el('td', { class: 'zero', 'data-name': 'lease' }, '–'), owned(free)))));
}

const owned = lanes => el('td', { class: lanes.length ? null : 'zero', 'data-name': 'lanes' },
  lanes.map(([queue, count]) => `${queue.queue} ${number(count)}`).join(', ') || '–');
