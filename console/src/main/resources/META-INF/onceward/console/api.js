// SPDX-License-Identifier: Apache-2.0
// The REST resource. What it refuses is thrown, with its own words.

async function ask(path, options) {
  let answer;
  try {
    answer = await fetch(`api/${path}`, { cache: 'no-store', credentials: 'same-origin', redirect: 'manual', ...options });
  } catch {
    throw new Error('The server does not answer. What is shown is as old as it says.');
  }
  const json = (answer.headers.get('Content-Type') ?? '').includes('json') ? await answer.json() : null;
  // a server answers with 401, a redirect, or the page with its form
  if (answer.type === 'opaqueredirect' || answer.status === 401 || (answer.ok && !json)) {
    throw new Error('You are logged out. Reload the page to log in again.');
  }
  if (!answer.ok) {
    throw new Error(json?.detail ?? `The server answers with status ${answer.status}.`);
  }
  return json;
}

export function read(path, conditions = {}) {
  const query = new URLSearchParams(Object.entries(conditions).filter(([, value]) => value)).toString();
  return ask(query ? `${path}?${query}` : path);
}

export function change(path, body) {
  return ask(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Onceward-Console': '1' },
    body: JSON.stringify(body),
  });
}
