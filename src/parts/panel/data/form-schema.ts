/** Finds the schema of a collection's items in the document, and converts it to the fields of a form. */

import { type CollectionInfo, isObject, type Json, type JsonObject, type OperationInfo } from '../api/panel-client.ts';
import { listOf, operationIn, resolve, rulesOf, textOf } from '../state/panel-document.ts';

export interface ItemField {
  readonly name: string;
  readonly isRequired: boolean;
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'json';
  readonly isNullable: boolean;
  /** The service sets it: no client sends it. */
  readonly isReadOnly: boolean;
  readonly description: string;
  readonly choices: readonly Json[];
  /** A description of the format, the bounds and other rules. */
  readonly rules: string;
  readonly schema: JsonObject;
}

/** The id first, then the fields in the order of the document. Properties without a schema are JSON. */
export const fieldsOf = (
  info: CollectionInfo,
  operations: readonly OperationInfo[],
  document: JsonObject | undefined,
): readonly ItemField[] => {
  const properties = document === undefined ? new Map() : propertiesOf(info, operations, document);
  const names = info.id === null ? info.properties : [info.id, ...info.properties.filter((name) => name !== info.id)];
  return names.map((name) => fieldFrom(name, info, properties.get(name) ?? {}, document ?? {}));
};

const propertiesOf = (
  info: CollectionInfo,
  operations: readonly OperationInfo[],
  document: JsonObject,
): ReadonlyMap<string, JsonObject> => {
  let best: ReadonlyMap<string, JsonObject> = new Map();
  let most = 0;
  const consider = (schema: JsonObject, depth: number): void => {
    const own = merge(document, schema, 0);
    const known = info.properties.filter((name) => own.has(name)).length;
    // The schema with the most properties of the item and the fewest others.
    const score = known - (own.size - known) / 100;
    if (score > most) {
      most = score;
      best = own;
    }
    if (depth === 0) return;
    for (const child of [...own.values(), resolve(document, schema.items)]) {
      const below = resolve(document, child);
      if (isObject(below.items) || isObject(below.properties) || Array.isArray(below.allOf)) consider(below, depth - 1);
    }
  };
  for (const operation of operations) {
    if (operation.collection !== info.name || (operation.service ?? '') !== (info.service ?? operation.service ?? ''))
      continue;
    for (const schema of schemasOf(document, operationIn(document, operation))) consider(schema, 3);
  }
  return best;
};

/** The schemas of an operation's request body and success responses. */
const schemasOf = (document: JsonObject, operation: JsonObject): readonly JsonObject[] => {
  const responses = resolve(document, operation.responses);
  const messages = [
    ...Object.entries(responses).flatMap(([status, response]) => (/^2/.test(status) ? [response] : [])),
    operation.requestBody,
  ];
  return messages.flatMap((message) => {
    const content = resolve(document, resolve(document, message).content);
    return Object.entries(content).flatMap(([type, media]) =>
      /json/i.test(type) ? [resolve(document, resolve(document, media).schema)] : [],
    );
  });
};

/** The properties of a schema and of the schemas that it is composed of. */
const merge = (document: JsonObject, schema: JsonObject, depth: number): Map<string, JsonObject> => {
  const merged = new Map<string, JsonObject>();
  if (depth > 6) return merged;
  for (const keyword of ['allOf', 'oneOf', 'anyOf'])
    for (const part of listOf(schema[keyword]))
      for (const [name, own] of merge(document, resolve(document, part), depth + 1))
        if (!merged.has(name)) merged.set(name, own);
  if (isObject(schema.properties))
    for (const [name, own] of Object.entries(schema.properties)) merged.set(name, resolve(document, own));
  return merged;
};

const fieldFrom = (name: string, info: CollectionInfo, schema: JsonObject, document: JsonObject): ItemField => {
  const whole = flatten(document, schema, 0);
  const types = (Array.isArray(whole.type) ? listOf(whole.type) : [whole.type]).map((type) => textOf(type));
  const [type = ''] = types.filter((type) => type !== 'null');
  return {
    name,
    isRequired: info.required.includes(name),
    type: isScalar(type) ? type : type === '' && listOf(whole.enum).length > 0 ? 'string' : 'json',
    isReadOnly: whole.readOnly === true,
    isNullable: types.includes('null') || whole.nullable === true,
    description: textOf(whole.description),
    choices: listOf(whole.enum),
    rules: rulesOf(whole),
    schema: whole,
  };
};

const isScalar = (type: string): type is 'string' | 'integer' | 'number' | 'boolean' =>
  ['string', 'integer', 'number', 'boolean'].includes(type);

/** Older documents describe a property by `allOf` with a single reference. */
const flatten = (document: JsonObject, schema: JsonObject, depth: number): JsonObject => {
  const own = resolve(document, schema);
  const parts = listOf(own.allOf);
  if (parts.length === 0 || depth > 4) return own;
  return Object.assign({}, ...parts.map((part) => flatten(document, resolve(document, part), depth + 1)), own);
};
