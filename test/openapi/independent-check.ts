/**
 * A judge of generated bodies that shares nothing with our own reading of schemas: the document's schemas as they stand,
 * with the few keywords that OpenAPI 3.0 has of its own rewritten.
 */
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

type Raw = Record<string, unknown>;

const isObject = (value: unknown): value is Raw => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Keywords whose members are schemas under names of the author's. */
const maps = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']);
const lists = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const single = new Set([
  'items',
  'additionalProperties',
  'not',
  'contains',
  'if',
  'then',
  'else',
  'propertyNames',
  'unevaluatedProperties',
  'unevaluatedItems',
]);
/** What says something about a value. */
const kept = new Set([
  ...['type', 'enum', 'const', 'format', 'pattern', 'minimum', 'maximum', 'multipleOf', 'required', 'uniqueItems'],
  ...['exclusiveMinimum', 'exclusiveMaximum', 'minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties'],
  ...['maxProperties', 'minContains', 'maxContains', 'dependentRequired'],
]);

/** The schema as JSON Schema, for answers: a member that is `writeOnly` is not missed. */
const rewrite = (schema: unknown, isOld: boolean, resolve: (reference: string) => unknown): unknown => {
  if (!isObject(schema)) return schema;
  const reference = schema.$ref;
  if (isOld && typeof reference === 'string') return { $ref: reference };
  const result: Raw = typeof reference === 'string' ? { $ref: reference } : {};
  for (const [name, value] of Object.entries(schema)) {
    if (maps.has(name) && isObject(value))
      result[name] = Object.fromEntries(
        Object.entries(value).map(([key, inner]) => [key, rewrite(inner, isOld, resolve)]),
      );
    else if (lists.has(name) && Array.isArray(value)) result[name] = value.map((one) => rewrite(one, isOld, resolve));
    else if (single.has(name) && !Array.isArray(value)) result[name] = rewrite(value, isOld, resolve);
    else if (kept.has(name)) result[name] = value;
  }
  if (Array.isArray(result.required) && isObject(schema.properties)) {
    const properties = schema.properties;
    result.required = result.required.filter((name) => !isWriteOnly(properties[name as string], resolve));
  }
  if (!isOld) return result;
  for (const [bound, exclusive] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const) {
    if (result[exclusive] === true) {
      result[exclusive] = result[bound];
      delete result[bound];
    } else if (result[exclusive] === false) delete result[exclusive];
  }
  return schema.nullable === true ? { anyOf: [result, { type: 'null' }] } : result;
};

const isWriteOnly = (property: unknown, resolve: (reference: string) => unknown): boolean => {
  if (!isObject(property)) return false;
  const target = typeof property.$ref === 'string' ? resolve(property.$ref) : property;
  return property.writeOnly === true || (isObject(target) && target.writeOnly === true);
};

const valueAt = (document: Raw, reference: string): unknown =>
  reference
    .slice(2)
    .split('/')
    .map((token) => decodeURIComponent(token).replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(
      (value, token) => (typeof value === 'object' && value !== null ? (value as Raw)[token] : undefined),
      document,
    );

export interface DocumentedBody {
  readonly method: string;
  readonly path: string;
  readonly status: string;
  readonly mediaType: string;
  /** What the document says is wrong with a value; nothing where its schema is fit. */
  readonly problemsOf: (value: unknown) => readonly string[];
}

/** Every documented answer that has a schema and is JSON. */
export const documentedBodies = (document: Raw): readonly DocumentedBody[] => {
  const isOld = String(document.openapi).startsWith('3.0');
  const resolve = (reference: string): unknown => valueAt(document, reference);
  const follow = (value: unknown): unknown => {
    let found = value;
    for (let hops = 0; hops < 20 && isObject(found) && typeof found.$ref === 'string'; hops++)
      found = resolve(found.$ref);
    return found;
  };
  const components = isObject(document.components) ? document.components : {};
  const schemas = isObject(components.schemas) ? components.schemas : {};
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    validateSchema: false,
    logger: false,
    multipleOfPrecision: 6,
  });
  addFormats.default(ajv);
  const root = {
    components: {
      schemas: Object.fromEntries(
        Object.entries(schemas).map(([name, schema]) => [name, rewrite(schema, isOld, resolve)]),
      ),
    },
  };
  const found: DocumentedBody[] = [];
  for (const [path, pathItem] of Object.entries(isObject(document.paths) ? document.paths : {})) {
    for (const [method, operation] of Object.entries((follow(pathItem) as Raw | undefined) ?? {})) {
      if (!isObject(operation) || !isObject(operation.responses)) continue;
      for (const [status, raw] of Object.entries(operation.responses)) {
        const response = follow(raw);
        const content = isObject(response) && isObject(response.content) ? response.content : {};
        for (const [mediaType, media] of Object.entries(content)) {
          if (!/[/+]json\b/.test(mediaType) || !isObject(media) || media.schema === undefined) continue;
          const schema = { ...(rewrite(media.schema, isOld, resolve) as Raw), ...root };
          let validate: ReturnType<typeof ajv.compile> | undefined;
          found.push({
            method: method.toUpperCase(),
            path,
            status,
            mediaType,
            problemsOf: (value) => {
              validate ??= ajv.compile(schema);
              return validate(value)
                ? []
                : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${String(message)}`);
            },
          });
        }
      }
    }
  }
  return found;
};
