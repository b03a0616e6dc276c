/** Warnings of examples that break the schema beside them. */
import { expect, test } from 'vitest';
import { run } from '../../cli/in-process.ts';
import { folderOf, ordersDocument } from '../../cli/process.ts';

const warningsOf = async (document: string) => {
  const cwd = folderOf({ 'api.yaml': document });
  const { code, stderr } = await run(['check', 'api.yaml'], { cwd });
  expect(code).toBe(0);
  return (stderr.match(/^api\.yaml:.*/gm) ?? []).map((line) => line.replace('api.yaml:', ''));
};

const operation = (path: string, response: string) => `  ${path}:
    get:
      responses: { '200': ${response} }
`;

test('each mistake in the example of a response is a warning at its place', async () => {
  const content = '{ application/json: { example: [{ id: x, item: lamp }, { id: 2, item: [] }, { id: 3, item: pot }], ';
  const document = ordersDocument().replace('{ application/json: { ', content);
  expect(await warningsOf(document)).toEqual([
    expect.stringMatching(/^10:54: the example breaks its schema, which decides: \[0\]\.id must be an integer \(at /),
    expect.stringMatching(/^10:84: the example breaks its schema, which decides: \[1\]\.item must be a string \(at /),
  ]);
});

test('an example that several responses share is examined once, also behind a reference', async () => {
  const shared = `  responses:
    Shared:
      description: One.
      content: { application/json: { schema: { $ref: '#/components/schemas/Order' }, examples: { one: { value: { id: 1 } } } } }
`;
  const reference = "{ $ref: '#/components/responses/Shared' }";
  const document = ordersDocument('Orders', operation('/a', reference) + operation('/b', reference)).replace(
    'components:\n',
    `components:\n${shared}`,
  );
  expect(await warningsOf(document)).toEqual([
    expect.stringMatching(
      /the example breaks its schema, which decides: item is required \(at \/components\/responses\/Shared\//,
    ),
  ]);
});

test('the example of a schema is a warning there', async () => {
  const document = ordersDocument(
    'Orders',
    operation(
      '/a',
      "{ description: One, content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } } }",
    ),
  ).replace('    Order:\n', '    Order:\n      example: { id: 1, item: [] }\n');
  expect(await warningsOf(document)).toEqual([
    expect.stringMatching(/which decides: item must be a string \(at \/components\/schemas\/Order\/example\/item\)/),
  ]);
});

test('an example that fits, or that is no JSON, is no warning', async () => {
  const response =
    '{ description: All, content: { application/json: { schema: { type: integer }, example: 1 }, text/plain: { schema: { type: string }, example: 5 } } }';
  expect(await warningsOf(ordersDocument('Orders', operation('/a', response)))).toEqual([]);
});
