import { expect, test } from 'vitest';
import { loadFiles } from '../load/helpers.ts';

const load = async (text: string) => (await loadFiles({ 'openapi.yaml': text })).document;

test('texts of the specification, and keys, are what the author wrote', async () => {
  const document = `openapi: 3.0
info: { title: 007, version: 1.10, description: True }
servers: [{ url: /, variables: { v: { default: 1.0, enum: [1.0, 2.0] } } }]
paths: { /1.10: { get: { operationId: 0x1F, responses: {} } } }
x-limits: { 1.10: 010 }
`;
  expect(await load(document)).toEqual({
    openapi: '3.0',
    info: { title: '007', version: '1.10', description: 'True' },
    servers: [{ url: '/', variables: { v: { default: '1.0', enum: ['1.0', '2.0'] } } }],
    paths: { '/1.10': { get: { operationId: '0x1F', responses: {} } } },
    'x-limits': { '1.10': 10 },
  });
});

test('a value that no schema describes is the value that YAML reads', async () => {
  const example = '{ name: 01, title: [1.0, True, -0, 0x20000000000001], 1.0: .inf }';
  const document = `openapi: 3.0.0\ninfo: { title: T, version: '1' }\npaths: {}\ncomponents: { schemas: { A: { example: ${example} } } }\n`;
  expect(await load(document)).toMatchObject({
    components: {
      schemas: {
        A: { example: { name: 1, title: [1, true, -0, 9007199254740993n], '1.0': Number.POSITIVE_INFINITY } },
      },
    },
  });
});

test('a text is chosen where a schema allows it, and a number where one is allowed too', async () => {
  const document = `openapi: 3.1.0
info: { title: T, version: '1' }
paths: {}
components:
  schemas:
    Code: { type: [string, 'null'] }
    A: { allOf: [{ $ref: '#/components/schemas/Code' }], example: 010 }
    B: { type: [string, number], default: 1.0 }
    C: { type: object, additionalProperties: { $ref: '#/components/schemas/Code' }, examples: [{ x: 1.0 }] }
    D: { oneOf: [{ type: string }, { type: 'null' }], const: 0x10 }
`;
  expect(await load(document)).toMatchObject({
    components: {
      schemas: { A: { example: '010' }, B: { default: 1 }, C: { examples: [{ x: '1.0' }] }, D: { const: '0x10' } },
    },
  });
});

test('a list as the example of items that are none is the example of the list', async () => {
  const document = `openapi: 3.1.0
info: { title: T, version: '1' }
paths: {}
components:
  schemas:
    Tags: { type: array, items: { type: string, example: [red, 01] } }
    Rows: { type: array, items: { type: array, items: { type: string }, example: [red, 01] } }
    None: { type: array, items: { type: string, example: [] } }
`;
  const { components } = (await load(document)) as unknown as { components: { schemas: object } };
  expect(components.schemas).toEqual({
    Tags: { type: 'array', items: { type: 'string' }, example: ['red', '01'] },
    Rows: { type: 'array', items: { type: 'array', items: { type: 'string' }, example: ['red', '01'] } },
    None: { type: 'array', items: { type: 'string', example: [] } },
  });
});

test('an Overlay and other files are read in the same way', async () => {
  const { document } = await loadFiles(
    {
      'openapi.yaml':
        "openapi: 3.0.0\ninfo: { title: T, version: 1.0 }\npaths: {}\ncomponents: { schemas: { A: { $ref: 'more.yaml#/A' } } }\n",
      'more.yaml': 'A: { type: string, example: 010 }\n',
      'ours.yaml':
        'overlay: 1.0.0\ninfo: { title: O, version: 1.0 }\nactions: [{ target: $.components.schemas.A, update: { default: 0x1F } }]\n',
    },
    ['ours.yaml'],
  );
  expect(document).toMatchObject({
    info: { version: '1.0' },
    components: { schemas: { A: { type: 'string', example: '010', default: '0x1F' } } },
  });
});
