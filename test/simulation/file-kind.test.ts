/** Files are recognised by their top-level keys. */
import { expect, test } from 'vitest';
import { kindOfText } from '../../src/simulation/file-kind.ts';

test.each([
  ['a document', '{ "info": {}, "openapi": "3.1.0" }', 'document'],
  ['a document in flow style', '{ info: { title: "A" }, openapi: 3.1.0 }', 'document'],
  ['a document with a string that does not end', '{ "openapi": "3.1.0", "info": { "title": "A } }', 'document'],
  ['a configuration', '{ "document": "api.yaml", "overlay": ["ours.yaml"] }', 'configuration'],
  ['a scenario with such a key in a value', '{ "data": { "openapi": 1 }, "name": "{\\"openapi\\": 1}" }', 'scenario'],
  ['a document of Swagger 1', '{ "apis": [], "swaggerVersion": "1.2" }', 'foreign'],
  ['an AsyncAPI document', 'asyncapi: 3.0.0\ninfo: {}\n', 'foreign'],
  ['an archive', '{ "log": { "entries": [] } }', 'foreign'],
  ['a page', '<!DOCTYPE html><html></html>', 'foreign'],
  ['a schema of GraphQL', 'type Query {\n  pets: [Pet]\n}\n', 'foreign'],
  ['a scenario with such a name in a value', 'data:\n  log: [{ id: 1 }]\nseed: 1\n', 'scenario'],
  ['a scenario with such a text', '{ "name": ", openapi: \\\\", "seed": 1 }', 'scenario'],
])('%s', (_, text, kind) => {
  expect(kindOfText(text)).toBe(kind);
});

test.each([
  ['letters', 'x'],
  ['escapes', '\\n'],
  ['quotes', '\\"'],
])('a document with a text of millions of %s', (_, repeated) => {
  const text = repeated.repeat(8_000_000);
  expect(kindOfText(`{ "info": { "description": "${text}" }, "openapi": "3.1.0" }`)).toBe('document');
  expect(kindOfText(`{ "openapi": "3.1.0", "info": { "description": "${text}`)).toBe('document');
});
