/** Reads the documents of PostgREST: each write has the schema of a table, which requires each column that is never null. */
import { getProperty, isJsonObject, type JsonObject } from '../../../core/primitives/json.ts';
import { entriesAt, type Located, listIn, stringIn } from '../../document/source.ts';
import type { SwaggerConversion } from './conversion.ts';

/** A body with some of the columns: a change has any of them, and the table fills in the key and those with a default. */
export const withSomeColumns = (body: Located, method: string, conversion: SwaggerConversion): Located => {
  const schema = getProperty(body.value, 'schema');
  const table = schema === undefined ? undefined : conversion.resolve(schema, `${body.pointer}/schema`)?.value;
  if (table === undefined) return body;
  const { required: _required, ...rest } = table;
  const filled = entriesAt(table.properties, '').flatMap(([name, column]) => (isFilled(name, column) ? [name] : []));
  const required =
    method === 'post' ? listIn(table, 'required').filter((name) => !filled.includes(name as string)) : [];
  const row: JsonObject = required.length > 0 ? { ...rest, required } : rest;
  const rows: JsonObject = { oneOf: [row, { type: 'array', items: row }] };
  return { ...body, value: { ...body.value, schema: method === 'post' ? rows : row } };
};

const isFilled = (name: string, column: unknown): boolean =>
  isJsonObject(column as JsonObject) &&
  (name === 'id' ||
    Object.hasOwn(column as JsonObject, 'default') ||
    stringIn(column as JsonObject, 'description')?.includes('<pk/>') === true);

/** Whether an operation writes rows: no other server knows these values of `Prefer`. */
export const writesRows = (operation: JsonObject, pointer: string, conversion: SwaggerConversion): boolean =>
  listIn(operation, 'parameters').some((parameter, index) => {
    const found = conversion.resolve(parameter, `${pointer}/parameters/${index}`)?.value;
    return found?.name === 'Prefer' && listIn(found, 'enum').includes('return=representation');
  });
