/** Imports a file, and sends its requests to a world that starts from what was written. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { parse } from 'yaml';
import { createVivarium } from '../../../../src/index.ts';
import { importFiles } from '../../../../src/parts/import/import.ts';
import type { Row } from '../../../../src/parts/import/recording.ts';
import type { ServiceSources } from '../../../../src/simulation/service-source.ts';
import type { Call } from './books.ts';

export interface ImportedText {
  readonly text: string;
  readonly rows: readonly Row[];
  readonly document: object | undefined;
}

/** `document`: undefined to draft one. `files`: texts by name. */
export const importTexts = async (
  files: Readonly<Record<string, string>>,
  document: object | undefined,
): Promise<ImportedText> => {
  const folder = await mkdtemp(join(tmpdir(), 'vivarium-import-'));
  try {
    const paths = Object.keys(files).map((name) => join(folder, name));
    for (const path of paths) await writeFile(path, files[path.slice(folder.length + 1)] as string);
    const list = [{ name: 'books', document, overlay: [], base: undefined }] as unknown as ServiceSources['list'];
    const services: ServiceSources = { list, origin: 'named', reason: undefined, setWith: '' };
    const imported = await importFiles(paths, () => Promise.resolve(document === undefined ? undefined : services));
    const { scenario = [], rows, document: drafted } = imported;
    return { text: [...scenario].join(''), rows, document: drafted };
  } finally {
    await rm(folder, { recursive: true });
  }
};

/** Each call gets the recorded response: of a list its items at least, and of a write what was sent. Errors are faults, which are off. */
export const expectReplayed = async (
  document: object,
  text: string,
  base: string,
  calls: readonly Call[],
  credentials: Readonly<Record<string, string>> = { authorization: 'Bearer demo' },
): Promise<void> => {
  const vivarium = await createVivarium({ document: document as never, scenario: parse(text) as object });
  const world = vivarium.world();
  for (const call of calls) await expectCall(world, base, call, credentials);
  await vivarium.close();
};

type World = ReturnType<Awaited<ReturnType<typeof createVivarium>>['world']>;

const expectCall = async (
  world: World,
  base: string,
  call: Call,
  credentials: Readonly<Record<string, string>>,
): Promise<void> => {
  const { method, path, sent, form, status, body, image, location } = call;
  const fault = status < 400 ? undefined : nameOfFault(world, call);
  if (fault !== undefined) await world.fault(fault, { enabled: true });
  const response = await world.fetch(`${base}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      ...credentials,
      ...(sent !== undefined && { 'content-type': 'application/json' }),
      ...(form !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(sent !== undefined && { body: JSON.stringify(sent) }),
    ...(form !== undefined && { body: form }),
  });
  if (fault !== undefined) await world.fault(fault, { enabled: false });
  const bytes = Buffer.from(await response.arrayBuffer());
  expect([method, path, response.status, bytes.toString()]).toEqual([method, path, status, expect.anything()]);
  if (image !== undefined) expect(bytes.toString('base64')).toBe(image);
  if (location !== undefined) expect(response.headers.get('location')).toContain(location.replace(/^.*\/api/, ''));
  if (body === undefined) return;
  const got: unknown = JSON.parse(bytes.toString());
  if (Array.isArray(body)) for (const item of body) expect(got).toContainEqual(expect.objectContaining(item as object));
  else if (method === 'GET' || status >= 400 || form !== undefined) expect(got).toEqual(body);
  else expect(got).toMatchObject(sent as object);
};

const nameOfFault = (world: World, { method, path, status }: Call): string => {
  const names = (world.save().faults ?? []).map((fault) => String((fault as { readonly name?: unknown }).name));
  const found = names.filter((name) => name.startsWith('recorded-') && name.endsWith(`-${status}`));
  expect(found, `${method} ${path}`).toHaveLength(1);
  return found[0] as string;
};
