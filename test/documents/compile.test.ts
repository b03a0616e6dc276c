/** The documents are compiled: their generated bodies match their schemas, and hostile ones are checked at little cost. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { ConfigError } from '../../src/core/primitives/config-error.ts';
import { type Json, pathTo, stringifyJson, valueAt } from '../../src/core/primitives/json.ts';
import type { Service } from '../../src/core/service/service.ts';
import { compileService } from '../../src/openapi/compile.ts';
import { loadDocument } from '../../src/openapi/load/load.ts';
import { messagesOf, now } from '../openapi/documents.ts';
import { isExcepted } from './exceptions.ts';
import { expectCheapChecks } from './hostile-bodies.ts';
import { fileNames, pathOf, swaggerFiles, unusableFiles } from './sources.ts';
import { createJudge, isJson } from './support/judge.ts';
import { documentOf, type RawObject } from './support/raw-document.ts';

const seeds = [1, 7919, 1_000_003];

const compile = async (path: string): Promise<Service> => {
  const loaded = await loadDocument(path);
  const service = compileService(loaded.document, { ...loaded, thorough: true });
  await service.ready();
  return service;
};

interface Misfit {
  readonly operation: string;
  /** `shown time`: a time of an example of the document, in its notation. */
  readonly kind: 'generated' | 'shown time';
  readonly problem: string;
}

/** Generated bodies that the engine or the independent judge rejects. */
const misfitsOf = (service: Service, name: string): readonly Misfit[] => {
  const document = documentOf(name, service.document as unknown as RawObject);
  const judge = createJudge(document);
  return document.operations.flatMap((operation) => {
    const compiled = service.operations.find(
      ({ method, path }) => method === operation.method && path === operation.path.replace(/[?#].*$/, ''),
    );
    const found = (problem: string, kind: Misfit['kind'] = 'generated'): Misfit => ({
      operation: operation.name,
      kind,
      problem,
    });
    return [...operation.responses].flatMap(([status, schemas]) =>
      [...schemas].flatMap(([mediaType, schema]) => {
        if (schema === undefined || !isJson(mediaType)) return [];
        const content = compiled?.responses.get(status)?.contents.find((one) => one.mediaType === mediaType);
        if (content === undefined) return [found(`${status} is not served as ${mediaType}`)];
        const misfits = seeds
          .map((seed) => content.generate({ seed, now }))
          .flatMap((value) => [
            ...messagesOf(content.check, value).map((problem) => found(`${status} ${problem}`)),
            ...judge
              .judgeValue(schema, plain(value), 'response')
              .map((problem) => found(`${status} ${problem}`, kindOf(problem, value, service))),
          ]);
        return [...new Map(misfits.map((one) => [`${one.kind} ${one.problem}`, one])).values()];
      }),
    );
  });
};

const kindOf = (problem: string, value: Json, { document }: Service): Misfit['kind'] => {
  const [, pointer] = /^(\S*) must match format "(?:date|time|date-time)"$/.exec(problem) ?? [];
  const time = pointer === undefined ? undefined : valueAt(value, pathTo(pointer));
  return typeof time === 'string' && stringifyJson(document).includes(JSON.stringify(time))
    ? 'shown time'
    : 'generated';
};

/** In the form that a client reads. */
const plain = (value: Json): unknown => JSON.parse(stringifyJson(value));

describe.each(fileNames)('%s', (name) => {
  let service: Service;
  beforeAll(async () => {
    service = await compile(pathOf(name));
  });

  test('is compiled, and generated responses and items match it', () => {
    expect(service.operations.length).toBeGreaterThan(0);
    expect(new Set(service.operations.map((one) => one.name)).size).toBe(service.operations.length);
    for (const problem of service.problems)
      expect(problem).toEqual({
        code: expect.stringMatching(/^VIV_/),
        pointer: expect.stringMatching(/^(\/|$)/),
        message: expect.any(String),
      });
    const misfits = misfitsOf(service, name).filter(
      ({ operation, kind }) => ![kind, 'generated'].some((one) => isExcepted({ document: name, operation, kind: one })),
    );
    expect(misfits.map(({ operation, problem }) => `${operation}: ${problem}`)).toEqual([]);
    for (const { name: collection, check, generate } of service.collections.values()) {
      const isGeneric = isExcepted({ document: name, operation: collection, kind: 'generated item' });
      const problems = seeds.flatMap((seed) => messagesOf(check, generate({ seed, now })));
      expect(isGeneric ? [] : problems.map((problem) => `${collection}: ${problem}`)).toEqual([]);
    }
  });

  test('hostile bodies are checked at little cost', () => expectCheapChecks(service));
});

test.each([...unusableFiles])('%s is rejected: %s', async (path, reason) => {
  const failure = await compile(path).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ConfigError);
  expect((failure as ConfigError).message).toContain(reason);
});

test.each(swaggerFiles.map((path) => [basename(path), path]))('Swagger 2.0: %s', async (_name, path) => {
  const service = await compile(path);
  const { paths } = JSON.parse(readFileSync(path, 'utf8')) as { paths: Record<string, object> };
  const stated = Object.values(paths).flatMap((item) => Object.keys(item).filter((key) => key !== 'parameters'));
  expect(service.operations).toHaveLength(stated.length);
  expect(service.problems.filter(({ message }) => !/application\/xml/.test(message))).toEqual([]);
  expect(misfitsOf(service, path)).toEqual([]);
});
