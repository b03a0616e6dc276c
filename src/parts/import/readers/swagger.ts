/** Swagger 2.0: the document itself, converted. */
import { commandInvalid } from '../../../core/primitives/config-error.ts';
import { type JsonObject, pathTo, pointerTo } from '../../../core/primitives/json.ts';
import { loadDocument } from '../../../openapi/load/load.ts';
import { readSource, uriOf } from '../../../openapi/load/read-source.ts';
import { type ImportSource, type KeyTree, keysWith, type Ledger, SeenPlace } from '../recording.ts';

const carried = 'carried';

const operation = keysWith(
  carried,
  'tags summary description externalDocs operationId consumes produces parameters responses schemes deprecated security x-*',
);

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'];

const documentKeys: KeyTree = {
  ...keysWith(carried, 'swagger info host basePath schemes consumes produces security tags externalDocs x-*'),
  paths: {
    'x-*': carried,
    '*': {
      ...keysWith(carried, '$ref parameters x-*'),
      ...Object.fromEntries(methods.map((method) => [method, operation])),
    },
  },
  ...keysWith({ '*': carried }, 'definitions parameters responses securityDefinitions'),
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
  const whole = new SeenPlace(ledger, source);
  whole.tally(source.value, documentKeys);
  for (const { message, pointer } of conversion.problems)
    whole
      .below(...pathTo(pointer))
      .as('parameters[]')
      .lose(message);
  return document;
};
