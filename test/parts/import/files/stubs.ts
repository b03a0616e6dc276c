/** Imports files of stubs, checks and starts what they become, and sends the requests that they are for. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { parse } from 'yaml';
import type { JsonObject } from '../../../../src/core/primitives/json.ts';
import { createVivarium } from '../../../../src/index.ts';
import { check } from '../../../../src/parts/check/check-command.ts';
import { importFiles } from '../../../../src/parts/import/import.ts';
import { documentToYaml } from '../../../../src/parts/import/import-command.ts';
import { type Row, showPlace } from '../../../../src/parts/import/recording.ts';
import type { ServiceSources } from '../../../../src/simulation/service-source.ts';

const files = dirname(fileURLToPath(import.meta.url));
const library = join(files, 'library.yaml');

export interface ImportedStubs {
  readonly rows: readonly Row[];
  readonly scenario: { readonly faults?: readonly Record<string, unknown>[]; readonly responses?: readonly object[] };
  /** What `vivarium check` says of the scenario. */
  readonly exitCode: number;
  readonly send: (method: string, path: string, more?: Sent) => Promise<Answer>;
  readonly reset: () => Promise<void>;
}

export interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Headers;
}

/** `name`: below the folder of the test files, or an absolute path. `given`: undefined to draft the document. */
export const importStubs = async (name: string, given?: string, keepTemplates = false): Promise<ImportedStubs> =>
  importWith(name, given ?? library, keepTemplates);

export const importStubsWithoutDocument = async (name: string): Promise<ImportedStubs> =>
  importWith(name, undefined, false);

const importWith = async (name: string, given: string | undefined, keepTemplates: boolean): Promise<ImportedStubs> => {
  const path = name.startsWith('/') ? name : join(files, name);
  const sources = (file: string): ServiceSources => ({
    list: [{ name: 'library', document: file, overlay: [], base: undefined }],
    origin: 'named',
    reason: undefined,
    setWith: '',
  });
  const chosen = given === undefined ? undefined : sources(given);
  const imported = await importFiles([path], () => Promise.resolve(chosen), { keepTemplates });
  const { scenario = [], rows, document: drafted } = imported;
  const text = [...scenario].join('');
  const folder = await temporaryFolder({
    'scenarios/imported.yaml': text,
    'drafted.yaml': drafted === undefined ? '' : documentToYaml(drafted),
  });
  const document = given ?? join(folder, 'drafted.yaml');
  const base = URL.parse(String((drafted?.servers as readonly JsonObject[])?.[0]?.url), 'http://host')?.pathname ?? '';
  const before = drafted === undefined ? '/v1' : base.replace(/\/$/, '');
  const exitCode = await check([document, join(folder, 'scenarios/imported.yaml')], {});
  const vivarium = await createVivarium({ document, scenario: parse(text) as object });
  onTestFinished(() => vivarium.close());
  const world = vivarium.world();
  return {
    rows,
    scenario: parse(text) as ImportedStubs['scenario'],
    exitCode,
    reset: async () => {
      await world.reset();
    },
    send: async (method, target, { headers = {}, body } = {}) => {
      const json = body === undefined ? {} : { 'content-type': 'application/json' };
      const response = await world.fetch(`${before}${target}`, {
        method,
        headers: { ...json, ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const received = await response.text();
      const isJson = /json/.test(response.headers.get('content-type') ?? '');
      return {
        status: response.status,
        body: isJson && received !== '' ? JSON.parse(received) : received,
        headers: response.headers,
      };
    },
  };
};

export const temporaryFolder = async (content: Readonly<Record<string, string | Uint8Array>>): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'vivarium-stubs-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, text] of Object.entries(content)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return folder;
};

/** The key, the reason and the lines of what is not carried over. */
export const lostIn = (imported: Pick<ImportedStubs, 'rows'>) => rowsOf(imported, 'lost');

export const rowsOf = (
  { rows }: Pick<ImportedStubs, 'rows'>,
  wanted: Row['fate'],
): readonly (readonly [string, string, string])[] =>
  rows
    .filter(({ fate }) => fate === wanted)
    .map(({ key, reason = '', places }) => [
      key,
      reason,
      places.map((place) => showPlace(place).replace(/^.*\//, '')).join(' '),
    ]);
