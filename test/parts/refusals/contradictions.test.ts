import { join } from 'node:path';
import { expect, test } from 'vitest';
import { check } from '../../../src/parts/check/check-command.ts';
import { directoryWith } from '../../scenario/helpers.ts';

const document = `openapi: 3.1.0
info: { title: Things, version: '1' }
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-Key } }
  responses:
    Wrong:
      description: Wrong.
      content:
        application/json:
          schema: { type: object, required: [detail, at], properties: { detail: { type: string }, at: { type: integer } } }
paths:
  /things:
    get:
      security: [{ key: [] }]
      responses: { 200: { description: All. }, 401: { $ref: '#/components/responses/Wrong' } }
  /things/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get:
      security: [{ key: [] }]
      responses: { 200: { description: One. }, 401: { $ref: '#/components/responses/Wrong' }, 404: { $ref: '#/components/responses/Wrong' } }
    delete:
      security: [{ key: [] }]
      responses: { 204: { description: Gone. }, 4XX: { $ref: '#/components/responses/Wrong' } }
    put:
      security: [{ key: [] }]
      responses: { 200: { description: Changed. }, default: { description: Open. } }
`;

const warningsOf = async (refusals: string) => {
  await using directory = await directoryWith({
    'api.yaml': document,
    'base.yaml': `refusals: ${refusals}\n`,
    'own.yaml': 'extends: base\n',
  });
  const written: string[] = [];
  const { write } = process.stdout;
  process.stdout.write = (text: string | Uint8Array) => written.push(String(text)) > 0;
  try {
    const files = ['api.yaml', 'own.yaml'].map((name) => join(directory.path, name));
    expect(await check(files, { json: true })).toBe(0);
  } finally {
    process.stdout.write = write;
  }
  const { problems, warnings } = JSON.parse(written.join(''));
  expect(problems).toEqual([]);
  return (warnings as { code: string; message: string; file: string; line: number }[])
    .filter(({ code }) => code === 'VIV_REFUSAL_UNDOCUMENTED')
    .map(({ message, file, line }) => `${file.slice(directory.path.length + 1)}:${line} ${message}`);
};

test('a status that the document does not have beside another is a contradiction, and one that it leaves open is none', async () => {
  expect(await warningsOf('{ credential: { status: 403 }, path: { status: 400 }, method: { status: 404 } }')).toEqual([
    'base.yaml:1 refusals.credential contradicts GET /things and 1 more operation: it documents 401, not 403',
  ]);
});

test('a body that does not fit the documented response is a contradiction, except for what the request decides', async () => {
  expect(await warningsOf('{ item: { body: { detail: $message } } }')).toEqual([
    'base.yaml:1 refusals.item contradicts GET /things/{id} and 1 more operation: in its 404, body.at is required',
  ]);
  expect(await warningsOf('{ item: { body: { detail: $message, at: { $from: path.id } } } }')).toEqual([]);
});
