/** Bodies as the `content` of a request or a response. */
import { type Json, type JsonObject, setProperty } from '../../../../core/primitives/json.ts';
import type { Contents, MediaBody } from './contents.ts';
import { type SchemaOptions, schemaOf } from './draft-schema.ts';

/** Returns undefined if there was no body. */
export const writeContent = (
  contents: Contents,
  options: SchemaOptions,
  { withExamples = false }: { readonly withExamples?: boolean } = {},
): JsonObject | undefined => {
  const list = contents.list();
  if (list.length === 0) return undefined;
  const content: Record<string, Json> = {};
  for (const one of list)
    setProperty(content, one.type, {
      ...mediaType(one, options),
      ...((withExamples || one.shape === undefined) && one.example !== undefined && { example: one.example }),
    });
  return content;
};

const mediaType = ({ type, shape }: MediaBody, options: SchemaOptions): JsonObject => {
  if (shape === undefined)
    return isText(type) ? { schema: { type: 'string' } } : isTree(type) ? {} : { schema: binary };
  return { schema: type === 'multipart/form-data' ? formSchema(schemaOf(shape, options)) : schemaOf(shape, options) };
};

const binary: JsonObject = { type: 'string', format: 'binary' };

const isText = (type: string): boolean => /^text\//.test(type);
/** JSON that could not be read, and XML. */
const isTree = (type: string): boolean => /[/+](?:json|xml)$/.test(type);

/** Files are null in its shape. */
const formSchema = (schema: JsonObject): JsonObject => {
  const properties = schema.properties as JsonObject | undefined;
  if (properties === undefined) return schema;
  const written: Record<string, Json> = {};
  for (const [name, property] of Object.entries(properties))
    setProperty(written, name, isFile(property as JsonObject) ? binary : property);
  return { ...schema, properties: written };
};

const isFile = ({ type, description }: JsonObject): boolean =>
  (type === undefined && description !== undefined) || (Array.isArray(type) && type.includes('null'));
