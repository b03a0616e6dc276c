/** Documents of Swagger 2.0 in the form of OpenAPI 3.0, as far as the judges read them. */
import { at, isObject, membersOf, type Raw, type RawObject, textsIn } from './raw-document.ts';

/** Keywords that a parameter or a header has beside its schema. */
const besideSchema = ['name', 'in', 'required', 'description', 'collectionFormat', 'allowEmptyValue'];

const styles: Readonly<Record<string, RawObject>> = {
  multi: { style: 'form', explode: true },
  csv: { explode: false },
  ssv: { style: 'spaceDelimited', explode: false },
  pipes: { style: 'pipeDelimited', explode: false },
};

export const asOpenApi = (raw: RawObject): RawObject => {
  if (raw.swagger === undefined) return raw;
  const follow = (value: Raw): RawObject => {
    const target = isObject(value) && typeof value.$ref === 'string' ? at(raw, value.$ref) : value;
    return isObject(target) ? target : {};
  };
  const list = (value: Raw | undefined): readonly RawObject[] => (Array.isArray(value) ? value.map(follow) : []);
  const types = (given: Raw | undefined, whole: Raw | undefined): readonly string[] => {
    const named = textsIn(given ?? whole);
    return named.length > 0 ? named : ['application/json'];
  };
  const contentOf = (names: readonly string[], schema: Raw): RawObject =>
    Object.fromEntries(names.map((name) => [name, { schema }]));
  const operationOf = (given: Raw, shared: readonly RawObject[]): RawObject => {
    const operation = follow(given);
    const own = list(operation.parameters);
    const isOverridden = (one: RawObject): boolean =>
      own.some(({ in: place, name }) => place === one.in && name === one.name);
    const parameters = [...shared.filter((one) => !isOverridden(one)), ...own];
    const body = parameters.find((one) => one.in === 'body');
    const fields = parameters.filter((one) => one.in === 'formData');
    const consumed = types(operation.consumes, raw.consumes);
    const requestBody = body
      ? { required: body.required ?? false, content: contentOf(consumed, body.schema ?? {}) }
      : fields.length > 0 && {
          required: fields.some((one) => one.required === true),
          content: contentOf(
            consumed.some((one) => one.startsWith('multipart/')) || fields.some((one) => one.type === 'file')
              ? ['multipart/form-data']
              : ['application/x-www-form-urlencoded'],
            {
              type: 'object',
              properties: Object.fromEntries(fields.map((one) => [String(one.name), schemaBeside(one)])),
              required: fields.filter((one) => one.required === true).map((one) => String(one.name)),
            },
          ),
        };
    const responses = membersOf(operation.responses).map(([status, one]) => {
      const { schema, ...response } = follow(one);
      return [
        status,
        {
          ...response,
          ...(schema !== undefined && { content: contentOf(types(operation.produces, raw.produces), schema) }),
        },
      ];
    });
    return {
      ...operation,
      parameters: parameters
        .filter((one) => one.in !== 'body' && one.in !== 'formData')
        .map((one) => ({
          ...Object.fromEntries(membersOf(one).filter(([name]) => besideSchema.includes(name))),
          schema: schemaBeside(one),
          ...styles[one.type === 'array' ? String(one.collectionFormat ?? 'csv') : ''],
        })),
      ...(requestBody && { requestBody }),
      responses: Object.fromEntries(responses),
    };
  };
  const paths = membersOf(raw.paths).map(([path, given]) => {
    const { parameters, ...operations } = follow(given);
    const shared = list(parameters);
    return [path, Object.fromEntries(membersOf(operations).map(([method, one]) => [method, operationOf(one, shared)]))];
  });
  const { swagger, definitions, parameters, responses, securityDefinitions, ...others } = raw;
  return withReferences({
    ...others,
    openapi: '3.0.3',
    paths: Object.fromEntries(paths),
    components: {
      schemas: definitions ?? {},
      securitySchemes: Object.fromEntries(
        membersOf(securityDefinitions).map(([name, one]) => [
          name,
          isObject(one) && one.type === 'basic' ? { type: 'http', scheme: 'basic' } : one,
        ]),
      ),
    },
  });
};

const schemaBeside = (parameter: RawObject): RawObject => {
  const schema = Object.fromEntries(membersOf(parameter).filter(([name]) => !besideSchema.includes(name)));
  return schema.type === 'file' ? { type: 'string', format: 'binary' } : schema;
};

const withReferences = (value: RawObject): RawObject =>
  JSON.parse(JSON.stringify(value), (key, one) => {
    if (key === '$ref' && typeof one === 'string') return one.replace('#/definitions/', '#/components/schemas/');
    // A file that is sent or received.
    return isObject(one) && one.type === 'file' ? { ...one, type: 'string', format: 'binary' } : one;
  });
