/** Documents of several files and Overlays, as a page has them. `test/browser/web/page.test.ts` loads some in a browser. */

import { describe, expect, test } from 'vitest';
import { ConfigError } from '../../../src/index.ts';
import type { BrowserVivariumOptions } from '../../../src/parts/web/api.ts';
import { createVivarium } from '../../../src/parts/web/index.ts';
import { serveForTest } from '../../serve-for-test.ts';
import { listOf, operation } from '../../short-document.ts';

const yamlOf = (reference: string): string => `
openapi: 3.1.0
info: { title: Shop, version: '1' }
servers: [{ url: v2 }]
paths:
  /lamps:
    get:
      operationId: listLamps
      responses:
        '200':
          description: Lamps
          content: { application/json: { schema: { type: array, items: { $ref: '${reference}' } } } }
`;
const lamp = `
type: object
required: [id, size]
properties: { id: { type: integer }, size: { $ref: 'parts/size.json#/$defs/Size' } }
`;
const size = { $defs: { Size: { enum: ['small', 'large'] } } };

const file = (name: string, text: string): File => new File([text], name);

const errorOf = async (options: BrowserVivariumOptions): Promise<ConfigError> => {
  const error = await createVivarium(options).catch((reason: unknown) => reason);
  if (error instanceof ConfigError) return error;
  throw error;
};

/** The first item of the list. */
const firstLamp = async (options: BrowserVivariumOptions): Promise<unknown> => {
  const { fetch, basePath } = (await createVivarium(options)).world();
  const [first] = (await (await fetch(`${basePath}/lamps`)).json()) as readonly unknown[];
  return first;
};
const aLamp = { id: expect.any(Number), size: expect.stringMatching(/^(small|large)$/) };

const serve = (files: Readonly<Record<string, string>>): Promise<string> =>
  serveForTest((request, response) => {
    const text = files[request.url ?? ''];
    response.writeHead(text === undefined ? 404 : 200).end(text);
  });

describe('a document refers to other files', () => {
  test('that are given by their paths, as files, texts or values', async () => {
    const document = file('api.yaml', yamlOf('./schemas/lamp.yaml'));
    const files = { 'schemas/lamp.yaml': new Blob([lamp]), './schemas/parts/size.json': size };
    expect(await firstLamp({ document, files })).toEqual(aLamp);
  });

  test('also if the document itself is given as a value', async () => {
    const document = JSON.parse(JSON.stringify(parsed('lamp.yaml')));
    expect(await firstLamp({ document, files: { 'lamp.yaml': new Blob([lamp]), 'parts/size.json': size } })).toEqual(
      aLamp,
    );
  });

  test('that are beside it on its server', async () => {
    const origin = await serve({
      '/docs/api.yaml': yamlOf('schemas/lamp.yaml'),
      '/docs/schemas/lamp.yaml': lamp,
      '/docs/schemas/parts/size.json': JSON.stringify(size),
    });
    const vivarium = await createVivarium({ document: `${origin}/docs/api.yaml` });
    expect(vivarium.world().basePath).toBe('/docs/v2');
    expect(await firstLamp({ document: `${origin}/docs/api.yaml` })).toEqual(aLamp);
  });

  test('at another address, which the page permits by naming it', async () => {
    const other = await serve({ '/lamp.yaml': 'type: object\nrequired: [id]\nproperties: { id: { const: 7 } }' });
    const document = file('api.yaml', yamlOf(`${other}/lamp.yaml`));
    const { problems } = await errorOf({ document });
    expect(problems).toMatchObject([
      {
        code: 'VIV_DOCUMENT_UNREADABLE',
        file: 'api.yaml',
        message: `it refers to ${other}/lamp.yaml, which is at another origin than the document`,
        hint: `Give it in the option "files", as "${other}/lamp.yaml", or bundle the document into one file first.`,
      },
    ]);
    expect(await firstLamp({ document, files: { [`${other}/lamp.yaml`]: `${other}/lamp.yaml` } })).toEqual({ id: 7 });
  });

  test('that are missing: each is named, with the remedy', async () => {
    const document = file(
      'api.yaml',
      `${yamlOf('./schemas/lamp.yaml')}components: { schemas: { More: { $ref: 'more.yaml#/a' } } }\n`,
    );
    const { problems } = await errorOf({ document, files: { 'schemas/lamp.yaml': new Blob([lamp]) } });
    expect(problems.map(({ message, hint }) => `${message}. ${hint}`).toSorted()).toEqual(
      ['more.yaml', 'schemas/parts/size.json'].map(
        (name) =>
          `it refers to ${name}, which is not given. Give it in the option "files", as "${name}", or bundle the document into one file first.`,
      ),
    );
  });

  test('that the server does not have', async () => {
    const origin = await serve({ '/api.yaml': yamlOf('lamp.yaml') });
    expect((await errorOf({ document: `${origin}/api.yaml` })).problems).toMatchObject([
      { message: `it refers to ${origin}/lamp.yaml, which cannot be read (the server responds 404)` },
    ]);
  });

  test('that are no YAML: the error has its place', async () => {
    const document = file('api.yaml', yamlOf('lamp.yaml'));
    const { problems } = await errorOf({ document, files: { 'lamp.yaml': file('lamp.yaml', 'a: [') } });
    expect(problems).toMatchObject([{ code: 'VIV_DOCUMENT_SYNTAX', file: 'lamp.yaml', line: 1, column: 4 }]);
  });
});

const parsed = (reference: string): object => ({
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: {
    '/lamps': {
      get: operation(listOf({ $ref: reference })),
    },
  },
});

describe('Overlays', () => {
  const document = file('api.yaml', yamlOf('lamp.yaml'));
  const files = { 'lamp.yaml': { type: 'object', required: ['id'], properties: { id: { const: 1 } } } };
  const overlayOf = (title: string): object => ({
    overlay: '1.0.0',
    info: { title: 'Change', version: '1' },
    actions: [{ target: '$.info', update: { title } }],
  });

  test('are applied in their order, also to what other files hold', async () => {
    const last = `overlay: 1.0.0\ninfo: { title: c, version: '1' }\nactions:\n  - target: $..[?@.const == 1]\n    update: { const: 2 }\n`;
    const options = { document, files, overlay: [overlayOf('First'), overlayOf('Second'), file('last.yaml', last)] };
    expect((await createVivarium(options)).title).toBe('Second');
    expect(await firstLamp(options)).toEqual({ id: 2 });
  });

  test('have their errors at their places', async () => {
    const text = "overlay: 1.0.0\ninfo: { title: c, version: '1' }\nactions:\n  - target: $.x-name\n    update: {}\n";
    const { problems } = await errorOf({ document, files, overlay: [file('change.yaml', text)] });
    expect(problems).toMatchObject([{ code: 'VIV_OVERLAY_INVALID', file: 'change.yaml', line: 4, column: 5 }]);
  });

  test('without effect are reported', async () => {
    const warnings: string[] = [];
    const logger = { info: () => {}, warn: (message: string) => warnings.push(message), error: () => {} };
    const overlay = [{ ...overlayOf('x'), actions: [{ target: '$.nothing', remove: true }] }];
    await createVivarium({ document, files, overlay, logger });
    expect(warnings).toEqual([expect.stringContaining('the target $.nothing selects nothing')]);
  });
});

test.each<[string, Partial<BrowserVivariumOptions>]>([
  ['a file', { files: { 'lamp.yaml': 7 as never } }],
  ['the name of a file', { files: { 'http://[': {} } }],
  ['an Overlay', { overlay: [null as never] }],
])('%s that is none is rejected', async (_name, options) => {
  const { problems } = await errorOf({
    document: file('api.yaml', yamlOf('lamp.yaml')),
    files: { 'lamp.yaml': {} },
    ...options,
  });
  expect(problems).toMatchObject([{ code: 'VIV_OPTION_INVALID' }]);
});

test('a Swagger 2.0 document of several files is converted', async () => {
  const swagger = `swagger: "2.0"
info: { title: Shop, version: "1" }
basePath: /v2
paths:
  /lamps:
    get: { operationId: listLamps, responses: { 200: { description: ok, schema: { type: array, items: { $ref: "lamp.yaml" } } } } }
`;
  const files = { 'lamp.yaml': file('lamp.yaml', lamp), 'parts/size.json': file('size.json', JSON.stringify(size)) };
  expect(await firstLamp({ document: file('swagger.yaml', swagger), files })).toMatchObject({
    id: expect.any(Number),
    size: expect.stringMatching(/^(small|large)$/),
  });
});
