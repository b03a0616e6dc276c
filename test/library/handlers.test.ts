/** Handlers in the library: with worlds, faults, the journal, reset, replay, saved worlds and the log. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { ConfigError, createVivarium, defineHandlers, type Vivarium, type VivariumOptions } from '../../src/index.ts';
import { shopData, shopDocument } from '../core/handlers/shop.ts';

const create = async (options: VivariumOptions): Promise<Vivarium> => {
  const vivarium = await createVivarium({ document: shopDocument, scenario: shopData as never, ...options });
  onTestFinished(() => vivarium.close());
  return vivarium;
};
const sent = { method: 'POST', headers: { authorization: 'Bearer demo' } };
const favorite = defineHandlers({
  favoriteArticle: ({ item, next, random }) =>
    next({ item: { ...item, favorited: true, favoritesCount: item.favoritesCount + 1, note: String(random()) } }),
  quote: () => {
    throw new Error('no quote');
  },
});

const favoriteIn = async (vivarium: Vivarium, world: string): Promise<unknown> => {
  const response = await vivarium.world(world).fetch('/articles/one/favorite', sent);
  return ((await response.json()) as { article: unknown }).article;
};

test('a handler decides in each world with its own data, and the same in each', async () => {
  const vivarium = await create({ handlers: favorite });
  const first = await favoriteIn(vivarium, 'one');
  expect(first).toMatchObject({ favorited: true, favoritesCount: 2 });
  const second = await favoriteIn(vivarium, 'one');
  expect(second).toMatchObject({ favoritesCount: 3 });
  expect((second as { note: string }).note).not.toBe((first as { note: string }).note);
  expect(await favoriteIn(vivarium, 'two')).toEqual(first);
  vivarium.world('one').reset();
  expect(await favoriteIn(vivarium, 'one')).toEqual(first);
  const [exchange] = vivarium.world('one').exchanges();
  expect(exchange?.why).toContain('handler of favoriteArticle: ran');
});

test('a saved world goes on with what a handler stored, and a replay runs the handler again', async () => {
  const vivarium = await create({ handlers: favorite });
  expect(await favoriteIn(vivarium, 'one')).toMatchObject({ favoritesCount: 2 });
  vivarium.world('two').start({ inline: vivarium.world('one').save() });
  expect(await favoriteIn(vivarium, 'two')).toMatchObject({ favorited: true, favoritesCount: 3 });

  const { url } = await vivarium.listen({ port: 0 });
  const [exchange] = vivarium.world('two').exchanges();
  const replayed = await fetch(`${url}/_vivarium/api/worlds/two/exchanges/${exchange?.id}/replay`, { method: 'POST' });
  expect(await replayed.json()).toMatchObject({
    response: { body: { article: { favoritesCount: 4 } } },
    why: expect.arrayContaining(['handler of favoriteArticle: ran']),
  });
});

test('faults are applied to its response, and the clock of the world is its time', async () => {
  const vivarium = await create({ handlers: { quote: ({ now }) => ({ body: { price: now } }) } });
  const world = vivarium.world();
  world.clock.set({ now: 1000, frozen: true });
  const quote = async (): Promise<unknown> => (await world.fetch('/quote', { headers: sent.headers })).json();
  expect(await quote()).toEqual({ price: 1000 });
  world.clock.advance('1s');
  world.fault('missing-required');
  expect(await quote()).toEqual({});
  expect(world.exchanges({ fault: 'missing-required' })[0]?.violations).toMatchObject([{ pointer: '/price' }]);
});

test('a failure is a 500, also in process and on a socket; its reason is logged without secrets', async () => {
  const logger = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const vivarium = await create({
    logger,
    handlers: {
      quote: ({ credential }) => {
        throw new Error(`unexpected ${credential?.value} of {"password":"hush-hush"}`);
      },
    },
  });
  const request = { headers: { authorization: 'Bearer hush-hush-token' } };
  const response = await vivarium.world('w').fetch('/quote', request);
  expect([response.status, await response.json()]).toMatchObject([500, { code: 500 }]);
  const { serviceUrl } = await vivarium.listen({ port: 0 });
  expect((await fetch(`${serviceUrl}/quote`, request)).status).toBe(500);
  const messages = logger.error.mock.calls.map(([message]) => String(message));
  expect(messages).toEqual([
    expect.stringMatching(
      /^handler of quote: failed, \[redacted\] \(.+handlers\.test\.ts:\d+:\d+\), in exchange 1 of the world w$/,
    ),
    expect.stringMatching(/in exchange 1 of the world default$/),
  ]);
  const text = JSON.stringify([messages, vivarium.world('w').exchanges()]);
  expect(text).not.toContain('hush-hush');
});

test('a promise is rejected without ending the process', async () => {
  const rejected = vi.fn();
  process.on('unhandledRejection', rejected);
  onTestFinished(() => void process.off('unhandledRejection', rejected));
  const later = async ({ collection }: { collection: (name: string) => { items: () => unknown } }) => {
    await Promise.resolve();
    collection('orders').items();
  };
  const vivarium = await create({ handlers: { quote: later as never } });
  const response = await vivarium.world().fetch('/quote', { headers: sent.headers });
  expect(response.status).toBe(500);
  expect(vivarium.world().exchanges()[0]?.why.at(-1)).toContain('it returned a promise; handlers are synchronous');
  await new Promise((resolve) => setImmediate(resolve));
  expect(rejected).not.toHaveBeenCalled();
});

test.each<[string, unknown, string]>([
  [
    'an unknown operation',
    { favoritArticle: () => {} },
    'handler: unknown operation "favoritArticle". Did you mean "favoriteArticle"?',
  ],
  ['the name of a property of every object', { constructor: () => {} }, 'handler: unknown operation "constructor".'],
  ['a value that is not a function', { login: {} }, 'the handler of "login" must be a function, not an object'],
  ['something else', 5, 'option "handlers" must be'],
])('%s is an error at start', async (_name, handlers, message) => {
  const error = await create({ handlers: handlers as never }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ConfigError);
  expect((error as ConfigError).message).toContain(message);
});

test('a scenario and a document cannot name a file of handlers', async () => {
  await expect(create({ scenario: { handlers: 'handlers.ts' } as never })).rejects.toThrow('handlers');
  const hinted = structuredClone(shopDocument) as { paths: Record<string, Record<string, object>> };
  Object.assign(hinted.paths['/login']?.post as object, { 'x-vivarium': { handlers: 'handlers.ts' } });
  const logger = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  await create({ document: hinted, logger });
  expect(logger.warn.mock.calls.flat().join('\n')).toContain('handlers');
});
