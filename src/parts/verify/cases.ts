/** Bodies and values of parameters: those that a service must reject, and unusual ones that it must survive. */

import { equalsJson, escapePointer, isJsonObject, type Json, type JsonObject } from '../../core/primitives/json.ts';
import { seedFrom } from '../../core/primitives/seeded-random.ts';
import { cutText } from '../../core/primitives/units.ts';
import { notEvaluated, type Problem } from '../../core/service/check.ts';
import type { BodyContent, Operation, Parameter } from '../../core/service/operation.ts';
import { pagingIndexes } from '../../core/service/parameter-effects.ts';
import { sourceOf } from '../samples/sample-request.ts';
import { wordLists } from '../words/index.ts';
import type { Expectation } from './recorder.ts';
import { type Drawing, isCredential, type RequestParts } from './requests.ts';

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
  const add = (label: string, changed: Json) => {
    if (!cases.has(label)) cases.set(label, { label, value: changed, expectation: 'rejection' });
  };
  if (isJsonObject(value))
    for (const name of Object.keys(value)) {
      const { [name]: _removed, ...rest } = value;
      if (rulesAt(content, rest).some(({ rule }) => rule === 'required')) add(`without ${name}`, rest);
      const place = `/${escapePointer(name)}`;
      for (const wrong of [...wrongValues, ...longList(value[name])]) {
        const changed = { ...value, [name]: wrong };
        const problem = rulesAt(content, changed).find(({ pointer }) => `${pointer}/`.startsWith(`${place}/`));
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

interface ParameterCase {
  readonly label: string;
  readonly parts: RequestParts;
  readonly expectation: Expectation;
}

/** The values of an enum, of a filter, and of a property of a new item. */
export const maxTriedValues = 6;

/** Whether a name is of a cursor. They come from the service: a client does not invent them, nor the number of a page that may not exist. */
const isCursorName = (name: string) =>
  /cursor|^(since|max_?id)$/i.test(name) ||
  [wordLists.cursors, wordLists.cursorsBefore, wordLists.firstItems].some(({ has }) => has(name));

/** Each optional parameter on its own: a generated value, the values of its enum, and the limits of a number. */
export const validParameters = (operation: Operation, { seed, now }: Drawing): readonly ParameterCase[] =>
  operation.parameters.flatMap((parameter, index) => {
    if (parameter.in === 'path' || selectsPage(operation, index) || isKey(operation, parameter)) return [];
    const drawn = parameter.generate({ seed: seedFrom(seed, parameter.in, parameter.name), now });
    const listed = parameter.values?.slice(0, maxTriedValues) ?? [];
    const limits = typeof drawn === 'number' ? [-1e15, 1e15].map((extreme) => parameter.clamp(extreme)) : [];
    const values = new Map(
      [drawn, ...listed, ...limits]
        .filter((value) => value !== -1e15 && value !== 1e15)
        .map((value) => [parameter.write(value), value] as const)
        .filter(([text]) => /^[\x20-\x7e]*$/.test(text) && problemsOf(parameter, text)?.length === 0),
    );
    return [...values].map(([text, value]) => ({
      label: `with ${shown(parameter, text)}`,
      parts: { values: new Map([[index, value]]) },
      expectation: 'documented' as const,
    }));
  });

/** Whether a parameter is a key, which the cases of credentials try. */
const isKey = (operation: Operation, parameter: Parameter) => isCredential(operation, parameter, 'none');

const selectsPage = ({ binding, parameters }: Operation, index: number) => {
  const paging = binding?.action === 'list' ? binding.paging : undefined;
  return (
    (index !== paging?.size && pagingIndexes(paging).includes(index)) ||
    isCursorName((parameters[index] as Parameter).name)
  );
};

/** Returns undefined if the text is no value of the parameter. */
const problemsOf = (parameter: Parameter, text: string): readonly Problem[] | undefined => {
  const decoded = parameter.decode(sourceOf(parameter, text));
  return decoded && ('problem' in decoded ? [decoded.problem] : parameter.check(decoded.value));
};

const wrongTexts = ['not-a-value', '-1', '0', '1000000', '1.5', '99999999999999999999'];

/** Each parameter on its own, with values that the document does not allow. */
export const invalidParameters = (operation: Operation): readonly ParameterCase[] =>
  operation.parameters.flatMap((parameter, index) =>
    (isKey(operation, parameter) ? [] : wrongTexts)
      .map((value) => (parameter.in === 'query' ? `${encodeURIComponent(parameter.name)}=${value}` : value))
      .filter((text) => problemsOf(parameter, text)?.some(({ rule }) => rule !== 'format' && rule !== notEvaluated))
      .map((text) => ({
        label: `with ${shown(parameter, text)}`,
        parts: { texts: new Map([[index, text]]) },
        expectation: parameter.in === 'path' ? ('rejection' as const) : ('rejection-if-documented' as const),
      })),
  );

const oddValues = [
  '%00',
  '%F0%9F%92%A9',
  '..%2F..%2Fetc%2Fpasswd',
  '%27%22%3B--',
  '-1',
  '0',
  '9223372036854775807',
  '9223372036854775808',
  'x'.repeat(2000),
];

/** Valid or not: the service must not fail. */
export const unusualParameters = (operation: Operation): readonly ParameterCase[] =>
  operation.parameters.flatMap((parameter, index) => {
    const { in: where, name } = parameter;
    if ((where !== 'path' && where !== 'query') || isKey(operation, parameter)) return [];
    const pair = (value: string) => `${encodeURIComponent(name)}=${value}`;
    const texts = where === 'path' ? oddValues : [...oddValues.map(pair), `${pair('1')}&${pair('2')}`];
    return texts.map((text) => ({
      label: `with an unusual ${where}.${name}`,
      parts: { texts: new Map([[index, text]]) },
      expectation: 'no-failure' as const,
    }));
  });

const shown = ({ in: where, name }: Parameter, text: string): string => {
  const value = where === 'query' ? text.slice(text.indexOf('=') + 1) : text;
  return `${where}.${name}=${cutText(value, 40)}`;
};
