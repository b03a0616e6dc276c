/**
 * Validates bodies against a document with its own validator and conversion. It shares no code with the engine, so that it
 * does not repeat an error of the engine.
 */
import { type ErrorObject, Ajv2020 as Validator } from 'ajv/dist/2020.js';
import formatsPlugin from 'ajv-formats';
import {
  at,
  documentedAs,
  isObject,
  membersOf,
  plainPath,
  type Raw,
  type RawDocument,
  type RawObject,
  type RawOperation,
  segmentsOf,
  textsIn,
} from './raw-document.ts';

/** A response may lack writeOnly properties, a request readOnly ones. */
export type Side = 'request' | 'response';

export interface Answer {
  readonly status: number;
  readonly mediaType: string;
  readonly text: string;
}

export interface Judge {
  /** The violations of this schema. */
  readonly judgeValue: (schema: Raw, value: unknown, side: Side) => readonly string[];
  /** The violations of the document's response for this status. An undocumented status is not reported here. */
  readonly judgeAnswer: (operation: RawOperation, answer: Answer) => readonly string[];
}

type Validate = (value: unknown) => readonly string[];

/** The path of the collection that an operation and those beside it are about. */
const siteOf = ({ path }: RawOperation): string =>
  plainPath(path)
    .replace(/\/\{[^/]*\}$/, '')
    .replaceAll(/\{[^/]*\}/g, '{}');

/** Whether the document leaves out what every GET there returns, and so does not say that there is no body. */
const createLeavesOut = ({ operations }: RawDocument): ((operation: RawOperation) => boolean) => {
  const isDescribed = ({ responses }: RawOperation): boolean =>
    (responses.get(documentedSuccess(responses))?.size ?? 0) > 0;
  const described = new Set(operations.filter((one) => one.method === 'GET' && isDescribed(one)).map(siteOf));
  // A list without a body has the items that are read below it.
  const isList = (one: RawOperation): boolean =>
    one.method === 'GET' && !plainPath(one.path).endsWith('}') && !isDescribed(one);
  return (operation) => operation.method !== 'DELETE' && (!described.has(siteOf(operation)) || isList(operation));
};

const documentedSuccess = (responses: RawOperation['responses']): string =>
  [...responses.keys()].find((status) => status.startsWith('2')) ?? 'default';

export const createJudge = (document: RawDocument): Judge => {
  const validators = {
    request: createValidators(document, 'request'),
    response: createValidators(document, 'response'),
  };
  const leavesOut = createLeavesOut(document);
  const judgeValue: Judge['judgeValue'] = (schema, value, side) => {
    try {
      return validators[side](schema)(value);
    } catch (error) {
      // A schema with an endless reference to itself.
      return [`cannot be judged: ${String(error)}`];
    }
  };
  return {
    judgeValue,
    judgeAnswer: (operation, answer) => {
      if (operation.method === 'HEAD') return answer.text === '' ? [] : ['a body in a response to HEAD'];
      const key = documentedAs(operation, answer.status);
      const contents = operation.responses.get(key ?? '') ?? new Map<string, undefined>();
      // An error may have a message even if the document does not describe a body. A 204 or 205 has none, whatever is documented.
      if (contents.size === 0 || isBodiless(answer.status))
        return answer.text === '' || answer.status >= 400 || (isJson(answer.mediaType) && leavesOut(operation))
          ? []
          : ['a body where none is documented'];
      // This status has no body, whatever the document says.
      if (isBodiless(answer.status) && answer.text === '') return [];
      const mediaType = [...contents.keys()].find((documented) => fits(documented, answer.mediaType));
      if (mediaType === undefined) return [`the undocumented media type "${answer.mediaType}"`];
      const schema = contents.get(mediaType);
      if (isJson(answer.mediaType))
        return judgeJson(answer.text, (value) => judgeValue(schema ?? true, value, 'response'));
      // Other media types than JSON and text have no value for a schema, and nobody says how an object is a text.
      const { type } = document.resolve(schema);
      return schema !== undefined && bare(answer.mediaType) === 'text/plain' && type !== 'object' && type !== 'array'
        ? judgeValue(schema, answer.text, 'response')
        : [];
    },
  };
};

/** Of HTTP (RFC 9110): a response with one of these statuses has no body. */
const isBodiless = (status: number): boolean => status === 204 || status === 205;

export const isJson = (mediaType: string): boolean => /^application\/json$|\+json$/.test(bare(mediaType));

/** Without its parameters. */
const bare = (mediaType: string): string => (mediaType.split(';', 1)[0] as string).trim().toLowerCase();

const fits = (documented: string, sent: string): boolean => {
  const range = bare(documented);
  return range === '*/*' || range === bare(sent) || (range.endsWith('/*') && bare(sent).startsWith(range.slice(0, -1)));
};

const judgeJson = (text: string, validate: Validate): readonly string[] => {
  try {
    return validate(JSON.parse(text));
  } catch (error) {
    return [`cannot be judged: ${String(error)}`];
  }
};

/** A pattern with properties of characters is meant for the flag `u`; others may be invalid with it. */
const regExp = Object.assign((pattern: string) => new RegExp(pattern, /\\p\{/i.test(pattern) ? 'u' : ''), {
  code: '(pattern) => new RegExp(pattern)',
});

const createValidators = ({ raw }: RawDocument, side: Side): ((schema: Raw) => Validate) => {
  const validator = new Validator({
    strict: false,
    validateSchema: false,
    unicodeRegExp: false,
    multipleOfPrecision: 6,
    addUsedSchema: false,
    logger: false,
    // Most schemas are used for one value: optimization would cost more than it saves.
    code: { optimize: false, regExp },
    inlineRefs: false,
  });
  formatsPlugin.default(validator, { mode: 'fast' });
  // No format of OpenAPI: that of the plugin refuses hosts without a dot.
  validator.addFormat('url', (text: string) => /^\S+$/.test(text) && URL.canParse(text));
  const convert = createConvert(raw, side);
  const components = isObject(raw.components) ? raw.components : {};
  const schemas = convertEach(components.schemas ?? {}, convert);
  validator.addSchema({ ...convertOthers(raw, convert), $id: root, components: { schemas } } as object);
  const compile = (schema: object): Validate => {
    const check = validator.compile(schema);
    return (value) => (check(value) ? [] : (check.errors ?? []).map(tellError));
  };
  const known = new Map<Raw, Validate>();
  /** By their texts: most parameters of a document are alike. */
  const compiled = new Map<string, Validate>();
  return (schema) => {
    const found = known.get(schema);
    if (found !== undefined) return found;
    const converted = convert(schema) as object;
    const text = JSON.stringify(converted);
    const validate = compiled.get(text) ?? compile(converted);
    compiled.set(text, validate);
    known.set(schema, validate);
    return validate;
  };
};

/** Referenced schemas outside the components, at their locations in the document. */
const convertOthers = (raw: RawObject, convert: Convert): object => {
  const others: Record<string, unknown> = {};
  for (const reference of referencesIn(raw)) {
    const target = at(raw, reference);
    if (target === undefined || !/^#\/(?!components\/schemas\/)/.test(reference)) continue;
    const segments = segmentsOf(reference);
    const last = segments.pop() as string;
    let parent = others;
    for (const segment of segments) {
      parent[segment] ??= {};
      parent = parent[segment] as Record<string, unknown>;
    }
    parent[last] = convert(target);
  }
  return others;
};

const referencesIn = (value: Raw): readonly string[] =>
  Array.isArray(value)
    ? value.flatMap(referencesIn)
    : membersOf(value).flatMap(([name, member]) =>
        name === '$ref' && typeof member === 'string' ? [member] : referencesIn(member),
      );

/** Absolute, so that a reference below an `$id` still refers to the document. */
const root = 'https://document.example/';

const tellError = ({ instancePath, message, params }: ErrorObject): string =>
  `${instancePath} ${message}${params.allowedValues === undefined ? '' : ` (${String(params.allowedValues)})`}`.trim();

/** Keywords with one schema, a list of schemas, and schemas by name. */
const single = [
  ...['items', 'additionalProperties', 'additionalItems', 'not', 'contains', 'propertyNames', 'if', 'then', 'else'],
  ...['unevaluatedItems', 'unevaluatedProperties'],
];
const listed = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const named = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'];
/** Keywords that do not affect validity, or that a validator would misunderstand. Dynamic references are static in a compiled document. */
const silent = [
  '$dynamicAnchor',
  'example',
  'examples',
  'default',
  'discriminator',
  'xml',
  'externalDocs',
  'nullable',
  '$schema',
  'id',
];

const types = ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'];

type Convert = (schema: Raw) => Raw;

const convertEach = (value: Raw, convert: Convert): Raw =>
  isObject(value) ? Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, convert(schema)])) : value;

/** Converts schemas of OpenAPI 3.0, and of one side, to JSON Schema 2020-12. */
const createConvert = (raw: RawObject, side: Side): Convert => {
  const isOld = String(raw.openapi).startsWith('3.0');
  const convert: Convert = (schema) => {
    if (!isObject(schema)) return schema;
    const isNullable = isOld && schema.nullable === true;
    // A broken reference allows anything.
    if (typeof schema.$ref === 'string' && at(raw, schema.$ref) === undefined) return true;
    if (typeof schema.$ref === 'string' && isOld) {
      const reference = { $ref: root + schema.$ref };
      return isNullable ? { anyOf: [reference, { type: 'null' }] } : reference;
    }
    const converted: Record<string, Raw> = {};
    for (const [keyword, value] of Object.entries(schema)) {
      if (silent.includes(keyword)) continue;
      if (single.includes(keyword)) converted[keyword] = Array.isArray(value) ? value.map(convert) : convert(value);
      else if (listed.includes(keyword)) converted[keyword] = Array.isArray(value) ? value.map(convert) : value;
      else if (named.includes(keyword)) converted[keyword] = convertEach(value, convert);
      else if (keyword === '$ref') converted.$ref = root + String(value);
      // A type that JSON does not have says nothing.
      else if (keyword === 'type' && !textsIn([value].flat()).every((one) => types.includes(one))) continue;
      // The bounds of an int64 are no doubles.
      else converted[keyword] = typeof value === 'bigint' ? Number(value) : value;
    }
    convertBounds(converted);
    convertRequired(schema, converted);
    return isNullable ? withNull(converted) : converted;
  };
  const convertRequired = (schema: Raw, converted: Record<string, Raw>): void => {
    if (!Array.isArray(converted.required)) delete converted.required;
    else converted.required = textsIn(converted.required).filter((name) => !isLeftOut(schema, name));
  };
  /** Whether only the other side has this property. */
  const isLeftOut = (schema: Raw, name: string): boolean =>
    propertiesNamed(raw, schema, name).some(
      (property) => property[side === 'response' ? 'writeOnly' : 'readOnly'] === true,
    );
  return convert;
};

/** A property's schemas: in the object, and in its parts. */
const propertiesNamed = (raw: RawObject, given: Raw, name: string, depth = 0): readonly Record<string, Raw>[] => {
  const schema = target(raw, given);
  if (!isObject(schema) || depth > 5) return [];
  const own = isObject(schema.properties) ? schema.properties[name] : undefined;
  const parts = Array.isArray(schema.allOf) ? schema.allOf : [];
  return [
    ...(isObject(own) ? [own] : []),
    ...(own === undefined || !isObject(own) || own.$ref === undefined ? [] : [target(raw, own)].filter(isObject)),
    ...parts.flatMap((part) => propertiesNamed(raw, part, name, depth + 1)),
  ];
};

const target = (raw: RawObject, value: Raw): Raw =>
  isObject(value) && typeof value.$ref === 'string' ? (at(raw, value.$ref) ?? {}) : value;

/** `exclusiveMinimum: true` makes `minimum` exclusive. */
const convertBounds = (converted: Record<string, Raw>): void => {
  for (const [sharp, bound] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    if (typeof converted[sharp] !== 'boolean') continue;
    const isSharp = converted[sharp];
    delete converted[sharp];
    if (!isSharp || converted[bound] === undefined) continue;
    converted[sharp] = converted[bound];
    delete converted[bound];
  }
};

const withNull = (converted: Record<string, Raw>): Raw => {
  if (converted.type === undefined) return { anyOf: [converted, { type: 'null' }] };
  return {
    ...converted,
    type: [...new Set([converted.type, 'null'].flat())],
    ...(Array.isArray(converted.enum) && { enum: [...new Set([...converted.enum, null])] }),
  };
};
