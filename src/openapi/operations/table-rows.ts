/** Reads the documents of PostgREST: each write has the schema of a table, which requires each column that is never null. */
import { getProperty, isJsonObject, type Json, type JsonObject } from '../../core/primitives/json.ts';
import { entriesAt, type Located, listIn, objectIn, type Source, stringIn } from '../document/source.ts';

/** The operation with a body that has some of the columns: a change has any of them, and the table fills in the key and those with a default. */
export const withSomeColumns = (operation: Located, method: string, source: Source): Located => {
  const raw = getProperty(operation.value, 'requestBody');
  if (raw === undefined || !writesRows(operation, source)) return operation;
  const body = source.resolve(raw, `${operation.pointer}/requestBody`);
  const content = entriesAt(body?.value.content, `${body?.pointer}/content`).map(([type, media, pointer]) => {
    const schema = isJsonObject(media) ? getProperty(media, 'schema') : undefined;
    const table = schema === undefined ? undefined : source.resolve(schema, `${pointer}/schema`)?.value;
    return [
      type,
      table?.properties === undefined ? media : { ...(media as JsonObject), schema: rowsOf(table, method) },
    ];
  });
  const requestBody = { ...body?.value, content: Object.fromEntries(content) };
  return { ...operation, value: { ...operation.value, requestBody } };
};

const rowsOf = (table: JsonObject, method: string): JsonObject => {
  const { required: _required, ...rest } = table;
  if (method !== 'POST') return rest;
  const filled = entriesAt(table.properties, '').flatMap(([name, column]) => (isFilled(name, column) ? [name] : []));
  const required = listIn(table, 'required').filter((name) => !filled.includes(name as string));
  const row: JsonObject = required.length > 0 ? { ...rest, required } : rest;
  return { oneOf: [row, { type: 'array', items: row }] };
};

const isFilled = (name: string, column: Json) =>
  isJsonObject(column) &&
  (name === 'id' || Object.hasOwn(column, 'default') || stringIn(column, 'description')?.includes('<pk/>') === true);

/** Whether an operation writes rows: no other server knows these values of `Prefer`. */
const writesRows = ({ value, pointer }: Located, source: Source) =>
  listIn(value, 'parameters').some((parameter, index) => {
    const found = source.resolve(parameter, `${pointer}/parameters/${index}`)?.value;
    const schema = objectIn(found, 'schema');
    return found?.name === 'Prefer' && listIn(schema, 'enum').includes('return=representation');
  });
