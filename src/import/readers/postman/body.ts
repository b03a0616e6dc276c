/** The body of a request: a text, a form, or a query of GraphQL. */
import { type Json, parseJson, stringifyJson } from '../../../core/primitives/json.ts';
import { headerIn, type SeenBody, type SeenHeaders } from '../../recording/recording.ts';
import { formBody, multipartBody } from '../forms.ts';
import { listAt, objectAt, textAt, valueTextAt } from '../values.ts';
import { isDisabled, resolve, type Variables } from './variables.ts';

export const readBody = (body: Json | undefined, headers: SeenHeaders, variables: Variables): SeenBody | undefined => {
  if (body === undefined || isDisabled(body)) return undefined;
  const type = headerIn(headers, 'content-type');
  const mode = textAt(body, 'mode');
  if (mode === 'urlencoded') return formBody(fieldsOf(body, 'urlencoded', variables));
  if (mode === 'formdata') return multipartBody(fieldsOf(body, 'formdata', variables));
  if (mode === 'graphql')
    return { text: graphql(objectAt(body, 'graphql'), variables), isBase64: false, type: type ?? json };
  const raw = resolve(textAt(body, 'raw') ?? '', variables);
  if (mode !== 'raw' || raw.trim() === '') return undefined;
  const language = textAt(objectAt(objectAt(body, 'options'), 'raw'), 'language') ?? '';
  return {
    text: raw,
    isBase64: false,
    type: type ?? types.get(language) ?? (/^\s*[{[]/.test(raw) ? json : 'text/plain'),
  };
};

const json = 'application/json';

/** By the language in which Postman shows a text. */
export const types: ReadonlyMap<string, string> = new Map([
  ['json', json],
  ['xml', 'application/xml'],
  ['html', 'text/html'],
  ['javascript', 'application/javascript'],
  ['text', 'text/plain'],
  ['plain', 'text/plain'],
]);

const fieldsOf = (body: Json, mode: string, variables: Variables) =>
  listAt(body, mode)
    .filter((field) => !isDisabled(field))
    .map((field) => ({
      name: resolve(textAt(field, 'key') ?? '', variables),
      value: resolve(valueTextAt(field, 'value') ?? '', variables),
      fileName: textAt(field, 'type') === 'file' ? (textAt(field, 'src') ?? 'file').replace(/^.*[/\\]/, '') : undefined,
      type: textAt(field, 'contentType'),
    }));

/** The variables are a text. */
const graphql = (value: Json, variables: Variables): string => {
  const stated = parseJson(resolve(textAt(value, 'variables') ?? '', variables) || '{}');
  return stringifyJson({
    query: resolve(textAt(value, 'query') ?? '', variables),
    ...(stated.ok && { variables: stated.value }),
    ...(textAt(value, 'operationName') !== undefined && { operationName: textAt(value, 'operationName') as string }),
  });
};
