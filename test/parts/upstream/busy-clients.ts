/** Eight clients at once on one world, and a service that nobody can predict. */

import type { Call } from './compared-service.ts';
import { startRealService } from './real-service.ts';

const randomFrom = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

/** All clients work on the same items: they overtake each other. */
export const beBusy = async (call: Call, seed: number): Promise<void> => {
  const ids: unknown[] = [];
  await Promise.all(
    Array.from({ length: 8 }, async (_, client) => {
      const random = randomFrom(seed * 100 + client);
      const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)] as Value;
      const title = (): string => `${pick(['a', 'b', 'c'])}${Math.floor(random() * 100)}`;
      const actions: readonly (() => Promise<unknown>)[] = [
        async () => {
          const note = { title: title(), status: pick(['open', 'done']), tags: [title()], place: { city: title() } };
          const { id } = await call('POST', '/notes', note);
          if (id !== undefined) ids.push(id);
        },
        () =>
          call(
            'GET',
            `/notes${pick(['', '?sort=title', '?sort=-title', '?sort=-views', '?limit=2', '?limit=3&offset=2'])}`,
          ),
        () => call('GET', `/notes/${pick(ids)}`),
        () => call('PATCH', `/notes/${pick(ids)}`, { title: title(), priority: Math.floor(random() * 9) }),
        () => call('PUT', `/notes/${pick(ids)}`, { title: title(), priority: null }),
        () => call('POST', `/notes/${pick(ids)}/lines`, { label: title(), length: 3 }),
        () => call('GET', `/notes/${pick(ids)}/lines`),
        () => call('PUT', '/settings', { language: title(), size: 3 }),
        () => call('GET', '/settings'),
        () => call('POST', '/quotes', { words: 3 }),
        () => call('DELETE', `/notes/${pick(ids)}`),
      ];
      await actions[0]?.();
      for (let step = 0; step < 6; step++) await pick(actions)();
    }),
  );
  // What nobody overtakes any more.
  await call('GET', '/notes');
  for (const id of ids.slice(0, 5)) await call('GET', `/notes/${id}`);
  await call('GET', '/notes?sort=title');
};

/** With a clock, random ids, counters, and totals that change on their own. */
export const startRestlessService = async (): Promise<{ readonly url: string; readonly reset: () => void }> => {
  const notes = new Map<string, Record<string, unknown>>();
  const lines: { note: string; line: object }[] = [];
  let settings: object = {};
  let clock = 0;
  const reset = (): void => {
    notes.clear();
    lines.length = 0;
    settings = { language: 'none' };
    clock = 0;
  };
  const now = (): string => new Date(Date.UTC(2030, 0, 1) + 1000 * clock++).toISOString();
  const shown = (note: Record<string, unknown>) => {
    note.views = Number(note.views) + 1;
    return { ...note };
  };
  const respond = (method: string, url: URL, body: Record<string, unknown>): readonly [number, unknown?] => {
    const [, , id, below] = url.pathname.replace('/v1', '').split('/');
    const note = id === undefined ? undefined : notes.get(id);
    const missing = [404, { message: now() }] as const;
    if (url.pathname === '/v1/settings') {
      if (method === 'PUT') settings = body;
      return [200, settings];
    }
    if (url.pathname === '/v1/quotes')
      return [200, { price: clock + 0.5, until: now(), ...(clock % 2 === 0 && { hint: now() }) }];
    if (id === undefined && method === 'POST') {
      if (typeof body.title !== 'string' || body.title === '') return [400, { message: now() }];
      const created = { id: Math.floor(Math.random() * 2 ** 40), ...body, createdAt: now(), views: 0 };
      notes.set(String(created.id), created);
      return [201, created];
    }
    if (id === undefined) {
      const all = [...notes.values()];
      const sort = url.searchParams.get('sort');
      if (sort === 'title') all.sort((left, right) => (String(left.title) < String(right.title) ? -1 : 1));
      if (sort === '-title') all.sort((left, right) => (String(left.title) > String(right.title) ? -1 : 1));
      if (sort === '-views') all.sort((left, right) => Number(right.views) - Number(left.views));
      const from = Number(url.searchParams.get('offset') ?? 0);
      const page = all.slice(from, from + Number(url.searchParams.get('limit') ?? 20));
      return [200, { items: page.map(shown), total: 1000 + clock++, at: now() }];
    }
    if (note === undefined) return missing;
    if (below === 'review') return [200, { title: now(), priority: clock, grade: clock++ }];
    if (below !== undefined && method === 'POST') {
      const line = { id: Math.floor(Math.random() * 2 ** 40), ...body };
      lines.push({ note: id, line });
      return [201, line];
    }
    if (below !== undefined) return [200, lines.filter((one) => one.note === id).map(({ line }) => line)];
    if (method === 'DELETE') {
      notes.delete(id);
      return [204];
    }
    if (method === 'PATCH') Object.assign(note, body);
    if (method === 'PUT') {
      const replaced = { id: note.id, ...body, createdAt: note.createdAt, views: note.views };
      notes.set(id, replaced);
      return [200, replaced];
    }
    return [200, shown(note)];
  };
  const real = await startRealService((request, response) => {
    const sent = real.seen.findLast((one) => one.url === request.url && one.method === request.method)?.body ?? '';
    const [status, body] = respond(
      request.method ?? '',
      new URL(request.url ?? '', 'http://real.test'),
      sent === '' ? {} : JSON.parse(sent),
    );
    // Responses overtake each other.
    setTimeout(() => {
      response.writeHead(status, body === undefined ? {} : { 'Content-Type': 'application/json' });
      response.end(body === undefined ? undefined : JSON.stringify(body));
    }, Math.random() * 3);
  });
  return { url: real.url, reset };
};
