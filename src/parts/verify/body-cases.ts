/** Bodies that a service must reject, and unusual ones that it must survive. */
import { equalsJson, isJsonObject, type Json, type JsonObject } from '../../core/primitives/json.ts';
import type { BodyContent } from '../../core/service/operation.ts';
import type { Expectation } from './expected-response.ts';

export interface BodyCase {
  readonly label: string;
  readonly value: Json;
  readonly expectation: Expectation;
}

const maxInvalidBodies = 24;

/** Values of each kind: the first one that the schema rejects is sent. */
const wrongValues: readonly Json[] = [12345, 'vivarium', null, true, {}, [], '', -1, 1.5, 1e15, 'x'.repeat(1000)];

/** Bodies that are not objects: of most operations, none is valid. */
const wrongBodies: readonly Json[] = [null, [], 'vivarium', 12345];

/** The rules whose violations are not sent: many services do not check them. */
const uncheckedRules: ReadonlySet<string> = new Set([
  'format',
  'not-evaluated',
  'additionalProperties',
  'unevaluatedProperties',
]);

/** `value`: a valid body. */
export const invalidBodies = (content: BodyContent, value: Json): readonly BodyCase[] => {
  const cases = new Map<string, BodyCase>();
  const add = (label: string, changed: Json): void => {
    if (!cases.has(label)) cases.set(label, { label, value: changed, expectation: 'rejection' });
  };
  if (isJsonObject(value))
    for (const name of Object.keys(value)) {
      const { [name]: _removed, ...rest } = value;
      if (rulesAt(content, rest).some(({ rule }) => rule === 'required')) add(`without ${name}`, rest);
      for (const wrong of [...wrongValues, ...longList(value[name])]) {
        const changed = { ...value, [name]: wrong };
        const [problem] = rulesAt(content, changed).filter(({ pointer }) => isBelow(pointer, name));
        if (problem !== undefined) add(`with a wrong ${name} (${problem.rule})`, changed);
      }
    }
  for (const whole of wrongBodies)
    if (rulesAt(content, whole).length > 0) add(`with ${JSON.stringify(whole)} as the body`, whole);
  return [...cases.values()].slice(0, maxInvalidBodies);
};

/** Repeats the item of a list: more items than most lists may have. */
const longList = (value: Json | undefined): readonly Json[] =>
  Array.isArray(value) && value.length > 0 ? [new Array<Json>(1000).fill(value[0] as Json)] : [];

/** A body that breaks other rules too does not test one property. */
const rulesAt = (content: BodyContent, value: Json): readonly { readonly pointer: string; readonly rule: string }[] => {
  const problems = content.check(value);
  return problems.some(({ rule }) => uncheckedRules.has(rule)) ? [] : problems;
};

const isBelow = (pointer: string, name: string): boolean => {
  const start = `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  return pointer === start || pointer.startsWith(`${start}/`);
};

const oddTexts: readonly (readonly [label: string, text: string])[] = [
  ['with quotes, emoji and control characters', `'";--<b>%s\u0000\u001b\u202e👩‍👩‍👧 \\ \n`],
  ['with empty texts', ''],
  ['with long texts', 'long '.repeat(1000)],
  ['with a lone surrogate', '\ud800'],
];

/** Numbers that a double cannot hold, but int64 can; and the limits of 32 bits. */
const oddNumbers: readonly number[] = [Number.MAX_SAFE_INTEGER, -1, 0, 2 ** 31];

/** Valid by the schema, although a service may have rules that the document does not describe. */
export const unusualBodies = (content: BodyContent, value: Json): readonly BodyCase[] => {
  if (!isJsonObject(value)) return [];
  const changes: (readonly [string, JsonObject])[] = [
    ...oddTexts.map(([label, text]) => [label, replaceAll(content, value, 'string', text)] as const),
    ['with empty lists', replaceAll(content, value, 'list', [])],
    ...oddNumbers.map((number) => [`with the number ${number}`, replaceAll(content, value, 'number', number)] as const),
    [
      'with undeclared properties',
      { ...value, ['__proto__' as string]: null, constructor: 1, 'vivarium-undeclared': {} },
    ],
  ];
  return changes
    .filter(([, changed]) => changed !== value)
    .map(([label, changed]) => ({ label, value: changed, expectation: 'no-failure' }));
};

/** Every property of this type that may have the other value. */
const replaceAll = (
  content: BodyContent,
  value: JsonObject,
  type: 'string' | 'number' | 'list',
  other: Json,
): JsonObject => {
  let changed = value;
  for (const [name, present] of Object.entries(value)) {
    const candidate = { ...changed, [name]: other };
    const isOfType = type === 'list' ? Array.isArray(present) : typeof present === type;
    if (isOfType && !equalsJson(present, other) && content.check(candidate).length === 0) changed = candidate;
  }
  return changed;
};
