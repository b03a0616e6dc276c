/** docs/errors.md lists the codes of problems. Each is produced here, by the code that reports it. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ConfigError,
  type ConfigProblem,
  type ConfigProblemCode,
  createVivarium,
  drill,
  type Vivarium,
  type VivariumOptions,
} from '../../src/index.ts';
import { loadDocument } from '../../src/openapi/load/load.ts';
import { check } from '../../src/parts/check/check-command.ts';
import { findDoubts } from '../../src/parts/check/doubtful-scenario.ts';
import { lintDocument } from '../../src/parts/check/lint/lint.ts';
import { coverage } from '../../src/parts/client/coverage-client.ts';
import { fault } from '../../src/parts/client/fault-client.ts';
import { failUnjudged } from '../../src/parts/gate/gate-command.ts';
import { readReportFiles, writeReports } from '../../src/parts/report/report-files.ts';
import { loadClient, otherDocument, refusedCredentials } from '../../src/parts/store/redis/open-store.ts';
import { readTls } from '../../src/parts/tls/read-tls.ts';
import { loadPrism } from '../../src/parts/verify/prism.ts';
import { checkScenarioFile } from '../../src/scenario/file/load-scenario.ts';
import { findConfiguration } from '../../src/simulation/combine-options.ts';
import { findDocument } from '../../src/simulation/file-kind.ts';
import { listProblems } from '../../src/simulation/load-services.ts';
import { chooseServices } from '../../src/simulation/service-source.ts';
import { createSimulation } from '../../src/simulation/simulation.ts';
import { loadSources } from '../../src/simulation/sources.ts';
import { silentLogger } from '../../src/world/logger.ts';
import { StoreUnavailable } from '../../src/world/shared-worlds.ts';
import { ordersDocument } from '../cli/process.ts';
import { namesBelow, readPage } from './markdown.ts';

const folder = mkdtempSync(join(tmpdir(), 'vivarium-errors-'));
const files: Readonly<Record<string, string>> = {
  'api.yaml': ordersDocument(),
  'broken.yaml': 'openapi: 3.1.0\n  x: [\n',
  'swagger.yaml': 'swagger: "1.2"\n',
  'empty.yaml': 'openapi: 3.1.0\ninfo: { title: A, version: "1" }\npaths: {}\n',
  'misspelled.yaml': ordersDocument().replace('description: Added.', 'descripton: Added.'),
  'unknown.yaml': ordersDocument().replace('item: { type: string }', 'item: { type: string, nullable: true }'),
  'dangling.yaml': ordersDocument().replace("Order' } } } }\n    post", "Odrer' } } } }\n    post"),
  'pattern.yaml': ordersDocument().replace('item: { type: string }', "item: { type: string, pattern: '[' }"),
  'hinted.yaml': ordersDocument().replace('operationId: listOrders', 'operationId: listOrders\n      x-vivarium: 5'),
  'overlay.yaml':
    'overlay: 1.0.0\ninfo: { title: A, version: "1" }\nactions: [{ target: $.nowhere, update: { a: 1 } }]\n',
  'not-an-overlay.yaml': 'overlay: 1.0.0\nactions: []\n',
  'several/openapi.yaml': ordersDocument(),
  'several/docs/api.yaml': ordersDocument(),
  'configured/vivarium.yaml': 'prot: 1\n',
  'configured/vivarium.json': '{}',
  'refusing-api.yaml': ordersDocument().replace("'201':", "'400': { description: Wrong. }\n        '201':"),
  'scenarios/refusing.yaml': 'refusals: { request: { status: 418 } }\n',
  'scenarios/idle.yaml': 'faults: [{ name: a, on: { path: "/orders/{id}" }, status: 500 }]\n',
  'scenarios/misspelled.yaml': 'data: { orders: [{ id: 1, itme: lamp }] }\n',
  'scenarios/syntax.yaml': 'data: [\n',
  'scenarios/twice.yaml': 'seed: 1\n',
  'scenarios/twice.json': '{ "seed": 1 }',
  'scenarios/cycle.yaml': 'extends: cycle\n',
};
const file = (name: string): string => join(folder, name);
for (const name of ['scenarios', 'several/docs', 'configured']) mkdirSync(file(name), { recursive: true });
for (const [name, text] of Object.entries(files)) writeFileSync(file(name), text);
mkdirSync(file('worlds'));
writeFileSync(file('worlds/alice.yaml'), '{');
writeFileSync(file('scenarios/binary.yaml'), Uint8Array.of(0xff, 0xfe, 0x00));

let vivarium: Vivarium;
const other = createServer((_request, response) => response.writeHead(404).end());
const portOf = (): number => (other.address() as AddressInfo).port;
beforeAll(async () => {
  vivarium = await createVivarium({ document: file('api.yaml'), scenario: {}, maxWorlds: 1 });
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await vivarium.close();
  other.close();
  rmSync(folder, { recursive: true });
});

const create = (options: VivariumOptions) => () =>
  createVivarium({ document: file('api.yaml'), scenarios: file('scenarios'), scenario: {}, ...options });

const sourcesOf = async (document: string, overlay: readonly string[] = []) => {
  const services = await chooseServices({
    document: [file(document)],
    services: {},
    overlay,
    base: undefined,
    nameOf: String,
  });
  const options = { scenario: {}, scenarios: undefined, seed: undefined, fault: [], nameOf: String };
  const sources = await loadSources({ services, ...options });
  await sources.service.ready();
  return sources;
};

/** The problems of a document that is served anyway. */
const served =
  (document: string, overlay: readonly string[] = []) =>
  async () =>
    listProblems(await sourcesOf(document, overlay));

/** Loads the document twice, as two services. */
const loadTwice = (base: string | undefined, fault: readonly string[] = []) => {
  const source = { document: file('api.yaml'), overlay: [] };
  const list = [
    { ...source, name: 'shop', base },
    { ...source, name: 'sales', base: undefined },
  ] as const;
  const options = { scenario: {}, scenarios: undefined, seed: undefined, fault, nameOf: String };
  return loadSources({ ...options, services: { list, origin: 'named', reason: undefined, setWith: '"services"' } });
};

const deep = (): object => {
  let value: object = {};
  for (let depth = 0; depth < 1000; depth++) value = { properties: { value } };
  const paths = { '/deep': { get: { operationId: 'readDeep', responses: { '200': { description: 'Deep.' } } } } };
  return { openapi: '3.1.0', info: { title: 'Deep', version: '1' }, paths, components: { schemas: { Deep: value } } };
};

const linted = async (name: string): Promise<readonly ConfigProblem[]> =>
  (await lintDocument(await loadDocument(file(name)))).map(({ problem }) => problem);

const emptyReport = { title: 'Empty', passed: true, summary: [], sections: [], json: {} };

/** The compiler demands a way to produce every code. */
const producers: Readonly<Record<ConfigProblemCode, () => unknown>> = {
  VIV_DOCUMENT_UNREADABLE: create({ document: file('nowhere.yaml') }),
  VIV_DOCUMENT_SYNTAX: create({ document: file('broken.yaml') }),
  VIV_DOCUMENT_UNSUPPORTED: create({ document: file('swagger.yaml') }),
  VIV_DOCUMENT_AMBIGUOUS: () => findDocument(file('several')),
  VIV_DOCUMENT_TOO_LARGE: create({ document: deep() }),
  VIV_DOCUMENT_EMPTY: create({ document: file('empty.yaml') }),
  VIV_DOCUMENT_INVALID: () => linted('misspelled.yaml'),
  VIV_DOCUMENT_QUESTIONABLE: () => linted('unknown.yaml'),
  VIV_DOCUMENT_PART_UNUSABLE: served('pattern.yaml'),
  VIV_REFERENCE_UNRESOLVED: served('dangling.yaml'),
  VIV_X_VIVARIUM_INVALID: served('hinted.yaml'),
  VIV_OVERLAY_INVALID: create({ overlay: [file('not-an-overlay.yaml')] }),
  VIV_OVERLAY_WITHOUT_EFFECT: served('api.yaml', [file('overlay.yaml')]),
  VIV_SCENARIO_UNREADABLE: create({ scenario: 'binary' }),
  VIV_SCENARIO_SYNTAX: create({ scenario: 'syntax' }),
  VIV_SCENARIO_INVALID: create({ scenario: { seed: 'one' as unknown as number } }),
  VIV_SCENARIO_UNKNOWN: create({ scenario: 'nowhere' }),
  VIV_SCENARIO_DUPLICATE: create({ scenario: 'twice' }),
  VIV_SCENARIO_CYCLE: create({ scenario: 'cycle' }),
  VIV_COLLECTION_UNKNOWN: create({ scenario: { generate: { oders: 1 } } }),
  VIV_OPERATION_UNKNOWN: create({ fault: ['slow@listOders'] }),
  VIV_SERVICE_UNKNOWN: create({ scenario: { faults: [{ use: 'slow', on: { service: 'shop' } }] } }),
  VIV_NAME_AMBIGUOUS: () => loadTwice('/shop', ['slow@listOrders']),
  VIV_SERVICE_CONFLICT: () => loadTwice(undefined),
  VIV_ITEM_INVALID: create({ scenario: { data: { orders: [{ id: 1, item: 5 }] } } }),
  VIV_FAULT_UNKNOWN: create({ fault: ['slwo' as 'slow'] }),
  VIV_REFUSAL_UNDOCUMENTED: async () =>
    checkScenarioFile(file('scenarios/refusing.yaml'), (await sourcesOf('refusing-api.yaml')).service, findDoubts),
  VIV_ITEM_QUESTIONABLE: async () =>
    checkScenarioFile(file('scenarios/misspelled.yaml'), (await sourcesOf('refusing-api.yaml')).service, findDoubts),
  VIV_FAULT_QUESTIONABLE: async () =>
    checkScenarioFile(file('scenarios/idle.yaml'), (await sourcesOf('refusing-api.yaml')).service, findDoubts),
  VIV_FAULT_INVALID: create({ scenario: { faults: [{ name: 'nothing' }] } }),
  VIV_HANDLERS_UNREADABLE: create({ handlers: file('nowhere.ts') }),
  VIV_HANDLERS_INVALID: create({ handlers: { listOrders: 5 } as never }),
  VIV_OPTION_UNKNOWN: create({ sed: 1 } as VivariumOptions),
  VIV_OPTION_INVALID: create({ maxWorlds: 0 }),
  VIV_CONFIGURATION_UNREADABLE: create({ config: file('nowhere.yaml') }),
  VIV_CONFIGURATION_SYNTAX: create({ config: file('scenarios/syntax.yaml') }),
  VIV_CONFIGURATION_INVALID: create({ config: file('configured/vivarium.yaml') }),
  VIV_CONFIGURATION_DUPLICATE: () => findConfiguration(file('configured')),
  VIV_CERTIFICATE_INVALID: () =>
    readTls({ tls: false, tlsCert: file('api.yaml'), tlsKey: file('api.yaml'), host: 'localhost' }, { nameOf: String }),
  VIV_PORT_IN_USE: () => vivarium.listen({ port: portOf() }),
  VIV_ADDRESS_UNAVAILABLE: () => vivarium.listen({ port: 0, host: '203.0.113.1' }),
  VIV_WORLD_NAME_INVALID: () => vivarium.world('no name'),
  VIV_WORLD_LIMIT: () => vivarium.world('one-more').reset(),
  VIV_LOGIN_MISSING: async () => {
    const vivarium = await createVivarium();
    await vivarium
      .world()
      .token()
      .finally(() => vivarium.close());
  },
  VIV_CLOSED: async () => {
    const closed = await create({})();
    await closed.close();
    await closed.world().fetch('/v1/pets');
  },
  VIV_TIME_INVALID: () => vivarium.world().clock.advance('soon' as '1s'),
  VIV_SAVE_UNUSABLE: create({ save: file('api.yaml') }),
  VIV_SAVE_IN_USE: async () => {
    const first = await create({ save: file('in-use') })();
    await create({ save: file('in-use') })().finally(first.close);
  },
  VIV_SAVE_FAILED: async () => {
    const unsaved = await create({ save: file('unsaved') })();
    // Not a directory any more.
    rmSync(file('unsaved'), { recursive: true });
    writeFileSync(file('unsaved'), '');
    await unsaved.close();
  },
  VIV_STORE_CLIENT_MISSING: () => {
    const missing: string = 'redis-that-is-not-installed';
    return loadClient({ nameOf: String }, () => import(missing));
  },
  // A store shows it in test/parts/store/redis/operated.test.ts.
  VIV_STORE_REFUSED: () => {
    throw refusedCredentials({ shownUrl: 'redis://localhost:6379', names: { nameOf: String } }, 'WRONGPASS');
  },
  // A store shows it in test/parts/store/redis/sharing.test.ts.
  VIV_STORE_OTHER_DOCUMENT: () => {
    throw otherDocument({ shownUrl: 'redis://localhost:6379', prefix: 'team', names: { nameOf: String } });
  },
  // A store that is away shows it in test/simulation/store.test.ts.
  VIV_STORE_AWAY: () => failUnjudged(new StoreUnavailable()),
  VIV_SAVED_WORLD_SET_ASIDE: async () => {
    const services = await chooseServices({
      document: [file('api.yaml')],
      services: {},
      overlay: [],
      base: undefined,
      nameOf: String,
    });
    const source = { services, scenario: {}, scenarios: undefined, seed: undefined, fault: [], nameOf: String };
    const options = {
      maxWorlds: 10,
      journal: 10,
      maxBody: 1000,
      showCredentials: false,
      token: undefined,
      logger: silentLogger,
    };
    const { save } = await createSimulation(source, { ...options, save: file('worlds') });
    await save?.close();
    return save?.problems;
  },
  VIV_COMMAND_INVALID: () => check([file('api.yaml'), file('several/docs/api.yaml')], {}),
  VIV_DRILL_UNJUDGED: async () => {
    const drilled = await create({})();
    await drill(drilled, {}, () => {}).finally(drilled.close);
  },
  VIV_JUDGE_MISSING: () => loadPrism([pathToFileURL('/nowhere/').href]),
  VIV_REPORT_UNREADABLE: () => coverage([file('api.yaml')], {}),
  VIV_REPORT_UNWRITABLE: () => writeReports(emptyReport, readReportFiles([`md=${file('api.yaml')}/report.md`]), {}),
  VIV_CALL_REJECTED: async () => fault('slwo', 'on', { url: (await vivarium.listen({ port: 0 })).url }),
  VIV_SERVER_UNREACHABLE: () => coverage([`http://127.0.0.1:${portOf()}`], {}),
};

/** Those that are thrown, or returned for a document that is served. */
const problemsOf = async (produce: () => unknown): Promise<readonly ConfigProblem[]> => {
  try {
    return (await produce()) as readonly ConfigProblem[];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
};

describe('docs/errors.md', () => {
  test('lists every code once, and no other', () => {
    const text = readPage('docs/errors.md');
    const listed = ['Document', 'Scenario', 'Options and commands'].flatMap((heading) => namesBelow(text, heading));
    expect(listed.toSorted()).toEqual(Object.keys(producers).toSorted());
  });

  test('states the meaning and the remedy of each', () => {
    const rows = readPage('docs/errors.md').match(/^\| `VIV_.*$/gm) ?? [];
    expect(rows).toHaveLength(Object.keys(producers).length);
    expect(rows.filter((row) => !/^\| `\w+` \| [^|]+[.`] \| [^|]+[.`] \|$/.test(row))).toEqual([]);
  });

  test.each(Object.entries(producers))('%s is produced', async (code, produce) => {
    const problems = await problemsOf(produce);
    expect(problems.map((problem) => problem.code)).toContain(code);
    for (const problem of problems) {
      expect(Object.keys(problem).toSorted()).toEqual(['code', 'column', 'file', 'frame', 'hint', 'line', 'message']);
      expect(problem.message).not.toBe('');
    }
  });
});
