/** Swagger 2.0: the document itself, converted. */
import { commandInvalid } from '../../core/primitives/config-error.ts';
import type { JsonObject } from '../../core/primitives/json.ts';
import { pathTo, pointerTo } from '../../core/primitives/json-path.ts';
import { loadDocument } from '../../openapi/load/load.ts';
import { readSource, uriOf } from '../../openapi/load/read-source.ts';
import type { KeyTree, Ledger } from '../recording/ledger.ts';
import type { ImportSource } from '../recording/source.ts';

const carried = 'carried';

const operation: KeyTree = {
  tags: carried,
  summary: carried,
  description: carried,
  externalDocs: carried,
  operationId: carried,
  consumes: carried,
  produces: carried,
  parameters: carried,
  responses: carried,
  schemes: carried,
  deprecated: carried,
  security: carried,
  'x-*': carried,
};

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'];

const documentKeys: KeyTree = {
  swagger: carried,
  info: carried,
  host: carried,
  basePath: carried,
  schemes: carried,
  consumes: carried,
  produces: carried,
  paths: {
    'x-*': carried,
    '*': {
      ...Object.fromEntries(methods.map((method) => [method, operation])),
      $ref: carried,
      parameters: carried,
      'x-*': carried,
    },
  },
  definitions: { '*': carried },
  parameters: { '*': carried },
  responses: { '*': carried },
  securityDefinitions: { '*': carried },
  security: carried,
  tags: carried,
  externalDocs: carried,
  'x-*': carried,
};

export const swaggerMarks = '"swagger" (Swagger 2.0)';

/** @throws ConfigError if it cannot be loaded, or needs no conversion. */
export const readSwagger = async (file: string, ledger: Ledger): Promise<JsonObject> => {
  const { document, conversion, locate } = await loadDocument(file);
  if (conversion === undefined)
    throw commandInvalid({
      file,
      message: 'this is an OpenAPI document, which is read as it is',
      hint: `Serve it: vivarium ${file}. To import files with it: vivarium import FILE --document ${file}.`,
    });
  const source: ImportSource = {
    name: file,
    value: (await readSource(uriOf(file), file)).value,
    locate: (path) => ({ line: 1, column: 1, ...locate(pointerTo(path)) }),
  };
  ledger.tally(source.value, documentKeys, '', { source, path: [] });
  for (const { message, pointer } of conversion.problems)
    ledger.lose('parameters[]', message, { source, path: pathTo(pointer) });
  return document;
};
