/** Values of parameters: boundaries that a service must accept, and values that it must reject or survive. */

import type { Json } from '../../core/primitives/json.ts';
import { seedFrom } from '../../core/primitives/seeded-random.ts';
import { cutText } from '../../core/primitives/units.ts';
import type { DecodedParameter, Operation, Parameter } from '../../core/service/operation.ts';
import { pagingIndexes } from '../../core/service/parameter-effects.ts';
import { sourceOf } from '../samples/sample-request.ts';
import type { Expectation } from './expected-response.ts';
import { isCredential } from './requests/credentials.ts';
import type { Drawing, RequestParts } from './requests/verified-request.ts';

interface ParameterCase {
  readonly label: string;
  readonly parts: RequestParts;
  readonly expectation: Expectation;
}

/** The values of an enum, of a filter, and of a property of a new item. */
export const maxTriedValues = 6;

/** Cursors come from the service: a client does not invent them, nor the number of a page that may not exist. */
const cursorNames =
  /cursor|page_?token|^(after|before|starting_?after|ending_?before|since|since_?id|max_?id|next|from)$/i;

/** Each optional parameter on its own: a generated value, the values of its enum, and the limits of a number. */
export const validParameters = (operation: Operation, { seed, now }: Drawing): readonly ParameterCase[] =>
  operation.parameters.flatMap((parameter, index) => {
    if (parameter.in === 'path' || selectsPage(operation, index) || isKey(operation, parameter)) return [];
    const drawn = parameter.generate({ seed: seedFrom(seed, parameter.in, parameter.name), now });
    const listed = parameter.values?.slice(0, maxTriedValues) ?? [];
    const limits = typeof drawn === 'number' ? [-1e15, 1e15].map((extreme) => parameter.clamp(extreme)) : [];
    const isExtreme = (value: Json): boolean => value === -1e15 || value === 1e15;
    const values = new Map(
      [drawn, ...listed, ...limits]
        .filter((value) => !isExtreme(value))
        .map((value) => [parameter.write(value), value] as const)
        .filter(([text]) => isSendable(parameter, text)),
    );
    return [...values].map(([text, value]) => ({
      label: `with ${shown(parameter, text)}`,
      parts: { values: new Map([[index, value]]) },
      expectation: 'documented' as const,
    }));
  });

/** The cases of credentials try it. */
const isKey = (operation: Operation, parameter: Parameter): boolean => isCredential(operation, parameter, 'none');

const selectsPage = ({ binding, parameters }: Operation, index: number): boolean => {
  const paging = binding?.action === 'list' ? binding.paging : undefined;
  return (
    (index !== paging?.size && pagingIndexes(paging).includes(index)) ||
    cursorNames.test((parameters[index] as Parameter).name)
  );
};

const isSendable = (parameter: Parameter, text: string): boolean => {
  const decoded = decode(parameter, text);
  return (
    /^[\x20-\x7e]*$/.test(text) &&
    decoded !== undefined &&
    'value' in decoded &&
    parameter.check(decoded.value).length === 0
  );
};

const wrongTexts = ['not-a-value', '-1', '0', '1000000', '1.5', '99999999999999999999'];

/** Each parameter on its own, with values that the document does not allow. */
export const invalidParameters = (operation: Operation): readonly ParameterCase[] =>
  operation.parameters.flatMap((parameter, index) =>
    (isKey(operation, parameter) ? [] : wrongTexts)
      .map((value) => (parameter.in === 'query' ? `${encodeURIComponent(parameter.name)}=${value}` : value))
      .filter((text) => isInvalid(parameter, text))
      .map((text) => ({
        label: `with ${shown(parameter, text)}`,
        parts: { texts: new Map([[index, text]]) },
        expectation: parameter.in === 'path' ? ('rejection' as const) : ('rejection-if-documented' as const),
      })),
  );

const isInvalid = (parameter: Parameter, text: string): boolean => {
  const decoded = decode(parameter, text);
  if (decoded === undefined) return false;
  const problems = 'problem' in decoded ? [decoded.problem] : parameter.check(decoded.value);
  return problems.some(({ rule }) => rule !== 'format' && rule !== 'not-evaluated');
};

const oddTexts = [
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
    const pair = (value: string): string => `${encodeURIComponent(name)}=${value}`;
    const texts = where === 'path' ? oddTexts : [...oddTexts.map(pair), `${pair('1')}&${pair('2')}`];
    return texts.map((text) => ({
      label: `with an unusual ${where}.${name}`,
      parts: { texts: new Map([[index, text]]) },
      expectation: 'no-failure' as const,
    }));
  });

const decode = (parameter: Parameter, text: string): DecodedParameter => parameter.decode(sourceOf(parameter, text));

const shown = ({ in: where, name }: Parameter, text: string): string => {
  const value = where === 'query' ? text.slice(text.indexOf('=') + 1) : text;
  return `${where}.${name}=${cutText(value, 40)}`;
};
