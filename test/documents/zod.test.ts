/**
 * What a generated client would say of the responses: Zod reads the schemas of the documents by itself, as the validators that client
 * generators write do, and parses every success.
 */
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { fileNames } from './sources.ts';
import { timeoutMs, withDocument } from './support/live-documents.ts';
import { documentedAs, isObject, isSuccess, membersOf, type Raw, type RawObject } from './support/raw-document.ts';
import { sweep } from './support/sweep.ts';

/** What Zod reads of another dialect than ours, or not at all; those of requests alone are no property of a response. */
const inWords = (value: Raw): Raw => {
  if (Array.isArray(value)) return value.map(inWords);
  if (!isObject(value)) return value;
  const isRead = (one: Raw): boolean => !(isObject(one) && one.writeOnly === true);
  const { properties, required, $ref: target } = value;
  if (typeof target === 'string') return { $ref: target.replace('#/components/schemas/', '#/definitions/') };
  const known = isObject(properties) ? Object.fromEntries(membersOf(properties).filter(([, one]) => isRead(one))) : {};
  const isKept = (name: Raw): boolean =>
    !isObject(properties) || !Object.hasOwn(properties, String(name)) || Object.hasOwn(known, String(name));
  const kept = membersOf(value).filter(([name]) => !/^(discriminator|examples?|xml|externalDocs|x-.*)$/.test(name));
  return {
    ...Object.fromEntries(kept.map(([name, one]) => [name, name === 'enum' || name === 'const' ? one : inWords(one)])),
    ...(isObject(properties) && { properties: inWords(known) }),
    ...(Array.isArray(required) && { required: required.filter(isKept) }),
  };
};

/** Undefined where Zod cannot read the schema. */
const parserOf = (schema: Raw, raw: RawObject): z.ZodType | undefined => {
  const { schemas = {} } = isObject(raw.components) ? raw.components : {};
  const whole = { ...(inWords(schema) as RawObject), definitions: inWords(schemas as Raw) };
  // That of 3.1 with `definitions`, too.
  const defaultTarget = String(raw.openapi).startsWith('3.0') ? 'openapi-3.0' : 'draft-7';
  try {
    return z.fromJSONSchema(whole as Parameters<typeof z.fromJSONSchema>[0], { defaultTarget });
  } catch {
    return undefined;
  }
};

const own = fileNames.filter((name) => name.startsWith('own/'));

describe.each(own)('%s', { timeout: timeoutMs }, (name) => {
  test('Zod parses the responses', () =>
    withDocument(name, async (live) => {
      const found: string[] = [];
      const count = { parsed: 0, unread: 0 };
      await sweep(live, (operation, { status, headers, text }) => {
        const mediaType = headers.get('content-type')?.split(';')[0] ?? '';
        const documented = documentedAs(operation, status);
        const schema = documented === undefined ? undefined : operation.responses.get(documented)?.get(mediaType);
        if (!isSuccess(operation, status) || !mediaType.endsWith('json') || schema === undefined) return;
        const parser = parserOf(schema, live.document.raw);
        if (parser === undefined) {
          count.unread++;
          return;
        }
        count.parsed++;
        const { error } = parser.safeParse(JSON.parse(text));
        if (error !== undefined)
          found.push(`${operation.name} ${status}: ${z.prettifyError(error)} in ${text.slice(0, 300)}`);
      });
      expect(found).toEqual([]);
      expect(count.parsed).toBeGreaterThan(count.unread);
    }));
});

test('Zod objects to what breaks a schema, so that its silence says something', () => {
  const raw = { openapi: '3.0.3', components: { schemas: { Name: { type: 'string', minLength: 2 } } } };
  const schema = { type: 'object', required: ['name'], properties: { name: { $ref: '#/components/schemas/Name' } } };
  const parser = parserOf(schema, raw);
  expect([{ name: 'Ada' }, { name: 'A' }, {}, { name: 7 }].map((one) => parser?.safeParse(one).success)).toEqual([
    ...[true, false, false, false],
  ]);
});
