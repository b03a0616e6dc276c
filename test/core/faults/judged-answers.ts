/** Responses for contract faults and extremes, and a judge that shares only the validator's package with the engine. */
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { isJsonObject, type Json, parseJson, stringifyJson } from '../../../src/core/primitives/json.ts';
import type { Content } from '../../../src/core/service/operation.ts';
import { contentsOf } from '../../openapi/documents.ts';
import { components } from './arbitrary-schemas.ts';

/** A violation with the pointer of the missing or undeclared property. */
export interface Finding {
  readonly pointer: string;
  readonly keyword: string;
}

export interface Judged {
  readonly content: Content;
  readonly judge: (value: Json) => readonly Finding[];
}

export const mediaType = 'application/json';

/** The content of a response with this schema. */
export const of = async (schema: object): Promise<readonly Content[]> => [(await contentsOf(schema)).response];

export const judgedContent = async (schema: object): Promise<Judged> => {
  const { response } = await contentsOf(schema, { schemas: components });
  return { content: response, judge: createJudge(schema) };
};

const createJudge = (schema: object): Judged['judge'] => {
  const ajv = new Ajv2020({ allErrors: true, strict: false, logger: false, ownProperties: true });
  addFormats.default(ajv);
  for (const [format, bits] of [
    ['int32', 31],
    ['int64', 63],
  ] as const)
    ajv.addFormat(format, { type: 'number', validate: (value) => value >= -(2 ** bits) && value < 2 ** bits });
  const validate = ajv.compile({ ...schema, components: { schemas: components } });
  return (value) => (validate(asDoubles(value)) ? [] : collapse(validate.errors ?? []));
};

/** The judge knows no bigint: one inside an int64 is kept inside, one beyond it is moved well beyond. */
const asDoubles = (value: Json): unknown => {
  if (typeof value === 'bigint') {
    if (value >= 2n ** 63n) return 2 ** 64;
    if (value < -(2n ** 63n)) return -(2 ** 64);
    return value > 2n ** 62n ? 2 ** 63 - 1024 : Number(value);
  }
  if (Array.isArray(value)) return value.map(asDoubles);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, property]) => [name, asDoubles(property)]));
};

const findingOf = ({ instancePath, keyword, params }: ErrorObject): Finding => {
  const name = params.missingProperty ?? params.additionalProperty ?? params.unevaluatedProperty;
  const token = name === undefined ? '' : `/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`;
  return { pointer: `${instancePath}${token}`, keyword };
};

/** A value of a wrong type violates the enum too; the same violation by two parts of a schema counts once. */
const collapse = (errors: readonly ErrorObject[]): readonly Finding[] => {
  const findings = errors.map(findingOf);
  const mistyped = new Set(findings.filter(({ keyword }) => keyword === 'type').map(({ pointer }) => pointer));
  const seen = new Set<string>();
  return findings.filter(({ pointer, keyword }) => {
    if ((keyword === 'enum' || keyword === 'const') && mistyped.has(pointer)) return false;
    return seen.size < seen.add(`${pointer} ${keyword}`).size;
  });
};

/** Every location of a value with its contents, containers included. */
export const placesOf = (value: Json, pointer = ''): ReadonlyMap<string, Json> => {
  const places = new Map([[pointer, value]]);
  const children = Array.isArray(value) ? [...value.entries()] : isJsonObject(value) ? Object.entries(value) : [];
  for (const [token, child] of children as readonly (readonly [string | number, Json])[]) {
    const place = `${pointer}/${String(token).replaceAll('~', '~0').replaceAll('/', '~1')}`;
    for (const [inner, found] of placesOf(child, place)) places.set(inner, found);
  }
  return places;
};

/** The contents of a value outside one location, as text to compare; containers only by kind. */
export const outsideOf = (value: Json, pointer: string): readonly string[] =>
  [...placesOf(value)]
    .filter(([place]) => place !== pointer && !place.startsWith(`${pointer}/`))
    .map(
      ([place, found]) =>
        `${place} ${typeof found === 'object' && found !== null ? Array.isArray(found) : stringifyJson(found)}`,
    );

/** A copy that is changed at one location; without `after` the location is removed. */
export const changed = (value: Json, pointer: string, after?: Json): Json => {
  if (pointer === '') return after ?? null;
  const copy = structuredClone(value) as Json;
  const tokens = pointer
    .slice(1)
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
  const last = tokens.pop() as string;
  const owner = tokens.reduce<Json>((part, token) => (part as Record<string, Json>)[token] as Json, copy);
  if (after === undefined) delete (owner as Record<string, Json>)[last];
  else (owner as Record<string, Json>)[last] = after;
  return copy;
};

/** With digits that a double does not hold. */
export const jsonOf = (text: string): Json => {
  const parsed = parseJson(text);
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed.value;
};
