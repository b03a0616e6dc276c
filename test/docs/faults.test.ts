/**
 * docs/faults.md: its tables list the faults and effects, and each built-in fault fires as its row shows. A scenario and the
 * `curl` commands below it define the same fault. `pages.test.ts` runs the examples.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { builtInFaults } from '../../src/core/faults/built-in-faults.ts';
import { contractKinds, effectTypes, extremeKinds } from '../../src/core/faults/effects.ts';
import { transports } from '../../src/core/http/http.ts';
import { createVivarium, type FaultView, type Vivarium, type VivariumWorld } from '../../src/index.ts';
import { codeIn, readPage, rowsBelow } from './markdown.ts';
import { commandsIn, type Example, examplesIn } from './runner.ts';

const text = readPage('docs/faults.md');
const examples = examplesIn(text);
const run = promisify(execFile);

/** The animal store, and what the effects need that fit nowhere in it: a format, a closed object, a webhook, a job, and a login. */
const document = parse(readPage('spec/animal-store.yaml'));
const visit = {
  type: 'object',
  additionalProperties: false,
  required: ['date', 'stars'],
  properties: { date: { type: 'string', format: 'date' }, stars: { type: 'integer', minimum: 1, maximum: 5 } },
};
const job = {
  type: 'object',
  required: ['id', 'status'],
  properties: { id: { type: 'integer' }, status: { type: 'string', enum: ['queued', 'running', 'done', 'failed'] } },
};
const showing = (status: string) => ({
  responses: { [status]: { description: 'The export.', content: { 'application/json': { schema: job } } } },
});
const oauth = { type: 'oauth2', flows: { clientCredentials: { tokenUrl: '/token', scopes: {} } } };
const widened = {
  ...document,
  components: { ...document.components, securitySchemes: { ...document.components.securitySchemes, oauth } },
  webhooks: { orderPaid: { post: { responses: { '204': { description: 'Received.' } } } } },
  paths: {
    ...document.paths,
    '/exports': { post: { ...showing('202'), security: [{ oauth: [] }] } },
    '/exports/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: showing('200'),
    },
    '/visit': {
      get: {
        operationId: 'getVisit',
        responses: {
          '200': {
            description: 'The last visit.',
            content: { 'application/json': { schema: visit, example: { date: '2030-06-01', stars: 4 } } },
          },
        },
      },
    },
  },
};

let vivarium: Vivarium;
let url: string;
let wide: Vivarium;

beforeAll(async () => {
  [vivarium, wide] = await Promise.all([createVivarium(), createVivarium({ document: widened })]);
  url = (await vivarium.listen({ port: 0 })).url;
});
afterAll(() => Promise.all([vivarium.close(), wide.close()]));
beforeEach(() => {
  for (const each of [vivarium, wide]) each.world().reset();
});

const rowsOf = (heading: string): readonly (readonly string[])[] => rowsBelow(text, heading);

const namesOf = (rows: readonly (readonly string[])[]): readonly string[] =>
  rows.flatMap(([first = '']) => codeIn(first));

const authorization = 'Bearer demo';

/** The standard output and standard error of curl. */
const curl = async (...args: readonly string[]): Promise<string> => {
  const given = ['-sS', '-i', '--max-time', '10', '-H', `Authorization: ${authorization}`, ...args];
  const { stdout, stderr } = await run('curl', given).catch(
    (error: { readonly stdout: string; readonly stderr: string }) => error,
  );
  return stdout + stderr;
};

const notSeen = [...builtInFaults.values()]
  .filter(({ name, effect }) => name === 'bad-format' || ['lifecycle', 'token', 'webhook'].includes(effect.type))
  .map(({ name }) => name);

describe('built-in faults', () => {
  const rows = rowsOf('Built-in faults').map(([name = '', effect = '', description = '', seen = '']) => ({
    name: codeIn(name)[0] as string,
    effect: codeIn(effect)[0] as string,
    description,
    seen: codeIn(seen)[0],
    path: codeIn(seen)[1]?.replace('GET ', '') ?? '/v1/pets/1',
  }));

  test('all are listed, in their order', () => {
    expect(rows.map(({ name }) => name)).toEqual([...builtInFaults.keys()]);
  });

  test.each(rows)('$name has the effect and the description of its row', ({ name, effect, description }) => {
    const world = wide.world();
    expect(description).toBe(builtInFaults.get(name)?.description);
    expect(definitionOf(world.fault('copy', parse(`{ ${effect} }`)))).toEqual(
      definitionOf(world.fault(name as 'slow')),
    );
  });

  // If a location or a value is random, some call has the one of the row.
  test.concurrent.each(rows)('$name has the result of its row', async ({ name, seen, path }) => {
    if (seen === undefined) return expect([...notSeen]).toContain(name);
    const effect = builtInFaults.get(name)?.effect;
    const isChosen = effect?.type === 'contract' || effect?.type === 'extreme';
    const target = `${url}/~seen-${name}${path}${isChosen ? '?call=[1-60]' : ''}`;
    const patience = effect?.type === 'transport' && effect.transport === 'timeout' ? ['--max-time', '1'] : [];
    const isJson = /^[[{]/.test(seen);
    const output = await curl('-H', `Prefer: fault=${name}`, ...patience, target);
    if (isJson) expect(output.split('\r\n\r\n')).toContainEqual(expect.stringMatching(startOf(seen)));
    else expect(output).toContain(seen);
  });

  test.concurrent.each([
    ['slow', 2],
    ['dribble', 2],
    ['narrow', 0.1],
  ])('%s has its duration', async (name, seconds) => {
    const output = await curl('-w', '%{time_total}', '-H', `Prefer: fault=${name}`, `${url}/~timed-${name}/v1/pets`);
    expect(Number(output.split(']').at(-1))).toBeGreaterThanOrEqual(seconds);
  });

  // Those of tokens are tested with a login, those of lifecycles with items that have one, and those of rates with more requests.
  test.each(rows.filter(({ effect }) => !/^(token|lifecycle|rate|webhook)/.test(effect)))(
    '$name fires from a scenario, a PUT and a preference',
    async ({ name }) => {
      const started = wide.world(`started-${name}`);
      started.start({ inline: { extends: 'default', faults: [name as 'slow'] } });
      const put = wide.world(`put-${name}`);
      put.fault(name as 'slow');
      const wished = wide.world(`wished-${name}`);
      for (const [world, prefer] of [
        [started, undefined],
        [put, undefined],
        [wished, `fault=${name}`],
      ] as const) {
        world.clock.set({ frozen: true });
        const isFired = (): boolean =>
          world.exchanges().some(({ faults }) => faults.some((fault) => fault.name === name));
        for (let tried = 0; tried < 60 && !isFired(); tried++) {
          const path = ['/v1/visit', '/v1/pets', '/v1/pets/1'][tried % 3] as string;
          await decide(world, path, prefer);
        }
        expect(isFired()).toBe(true);
      }
    },
  );
});

/** The effect of a fault, without its name and the properties of its use. */
const definitionOf = ({ name, description, group, builtIn, fired, ...definition }: FaultView): object => definition;

const startOf = (seen: string): RegExp => new RegExp(`^${seen.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}`);

/** Sends a request, and waits only until it is decided. */
const decide = async (world: VivariumWorld, path: string, prefer?: string): Promise<void> => {
  const count = world.exchanges().length;
  const giveUp = new AbortController();
  const headers = { authorization, ...(prefer !== undefined && { prefer }) };
  const answer = world.fetch(path, { headers, signal: giveUp.signal }).catch(() => undefined);
  await expect.poll(() => world.exchanges().length, { interval: 1 }).toBe(count + 1);
  giveUp.abort();
  await answer;
};

describe('effects', () => {
  const [, effects = ''] = text.split('\n## Effects\n');
  const sections = (effects.split('\n## ')[0] as string).split('\n### ').slice(1);
  const titled = sections.map((section) => ({ name: section.split('\n')[0]?.toLowerCase() as string, section }));

  test('each has a section', () => {
    expect(titled.map(({ name }) => name)).toEqual(effectTypes);
  });

  test.each(titled)('$name is shown in a scenario, in a PUT with curl, and as a preference', ({ name, section }) => {
    expect(examplesIn(section).find(({ language }) => language === 'yaml')?.code).toMatch(new RegExp(`\\b${name}: `));
    expect(section).toMatch(new RegExp(`^curl -X PUT .*/faults/[a-z-]+ \\\\\n +--json '.*"${name}": `, 'm'));
    expect(section).toContain("-H 'Prefer: fault=");
  });

  test('the tables have every transport, contract and extreme effect, and no other', () => {
    expect(namesOf(rowsOf('Transport'))).toEqual([...transports]);
    expect(namesOf(rowsOf('Contract'))).toEqual([...contractKinds]);
    expect(namesOf(rowsOf('Extreme'))).toEqual([...extremeKinds]);
  });

  test.each(rowsOf('Transport'))('transport %s, %s, has the result of the table', async (...row) => {
    const [name = '', , curled = '', rejected] = row.map((cell, at) => (at === 1 ? cell : codeIn(cell)[0]));
    expect(await curl('--max-time', '1', '-H', `Prefer: fault=${name}`, `${url}/v1/pets`)).toContain(curled);
    for (const fetched of [vivarium.world().fetch, fetch]) {
      const init = { headers: { authorization, prefer: `fault=${name}` }, signal: AbortSignal.timeout(500) };
      const reason = await fetched(`${url}/v1/pets`, init).then(
        (response) => response.text().catch((error: unknown) => error),
        (error: unknown) => error,
      );
      if (name === 'timeout') expect(reason).toMatchObject({ name: 'TimeoutError' });
      else if (rejected === 'terminated') expect(reason).toMatchObject({ message: rejected });
      else if (rejected === undefined) expect(reason).toMatchObject({ message: 'fetch failed' });
      else expect(reason).toMatchObject({ message: 'fetch failed', cause: { code: rejected } });
    }
  });

  test.each(rowsOf('Contract'))(
    'contract %s has the violation of the table',
    async (cell = '', _needs = '', rule = '') => {
      const name = codeIn(cell)[0] as string;
      const world = wide.world(`rule-${name}`);
      for (let call = 0; call < 60; call++)
        await decide(world, ['/v1/visit', '/v1/pets/1'][call % 2] as string, `fault=${name}`);
      const found = world.exchanges().flatMap(({ violations }) => violations);
      expect(found.map((violation) => violation.rule)).toContain(codeIn(rule)[0]);
    },
  );
});

const scenarios = examples.filter(({ language }) => language === 'yaml');

test.each(scenarios)('the faults in line $line are those that the commands below it PUT', (block) => {
  const started = wide.world(`line-${block.line}`);
  const put = wide.world(`put-${block.line}`);
  started.start({ inline: parse(block.code) });
  for (const { name, patch } of putsBelow(block))
    expect(definitionOf(started.fault(name as 'slow'))).toEqual(definitionOf(put.fault(name, patch)));
});

test('the table of the failing list shows the statuses', async () => {
  const scenario = parse(scenarios.find(({ code }) => code.includes('stumbles'))?.code as string);
  const world = vivarium.world('failing-list');
  world.start({ inline: scenario });
  const [title, ...shown] = rowsOf('When').at(-1) as readonly string[];
  expect(title).toBe('status');
  const statuses: string[] = [];
  for (const _ of shown) statuses.push(String((await world.fetch('/v1/pets', { headers: { authorization } })).status));
  expect(statuses).toEqual(shown);
});

/** The faults that the commands below the scenario PUT, each in its first version. */
const putsBelow = (
  block: Example,
): readonly { readonly name: string; readonly patch: Parameters<VivariumWorld['fault']>[1] }[] => {
  const below = examples.slice(examples.findIndex(({ line }) => line === block.line) + 1);
  const next = below.findIndex(({ language }) => language === 'yaml');
  const shown = (next < 0 ? below : below.slice(0, next)).filter(({ language }) => language === 'sh');
  const puts = new Map<string, Parameters<VivariumWorld['fault']>[1]>();
  for (const command of shown.flatMap(commandsIn)) {
    const [, name, json] = /^curl -X PUT \S+\/faults\/(\S+) +--json '(.*)'$/.exec(command) ?? [];
    if (name === undefined || json === undefined || puts.has(name) || !isIn(block, name)) continue;
    puts.set(name, JSON.parse(json));
  }
  return [...puts].map(([name, patch]) => ({ name, patch }));
};

const isIn = ({ code }: Example, fault: string): boolean =>
  (parse(code).faults as readonly { readonly name?: string; readonly use?: string }[]).some(
    ({ name, use }) => (name ?? use) === fault,
  );
