/** Media types that documents misspell. */
import { expect, onTestFinished, test } from 'vitest';
import { createVivarium } from '../../../src/index.ts';
import { object, operation, text } from '../../short-document.ts';
import { documentOf } from '../documents.ts';

const form = new FormData();
form.append('name', 'a');
const sent = {
  json: { body: '{"name":"a"}', headers: { 'content-type': 'application/json' } },
  form: { body: new URLSearchParams({ name: 'a' }) },
  multipart: { body: form },
};

test.each<[keyof typeof sent, readonly string[]]>([
  ['multipart', ['application/form-data', 'multipart/formdata', 'multipart/form', 'form-data']],
  ['multipart', ['application/multipart-form-data', 'multipart/form-data']],
  ['form', ['application/x-www-form-urlencode', 'application/x-www-url-formencoded', 'x-www-form-urlencoded']],
  ['form', ['application/form-urlencoded', 'application/x-www-form-url-encoded']],
  ['json', ['json', 'application.json', 'text/json', 'application/x-json', 'application/json; charset=utf8']],
  ['json', ['application/json, charset=utf-8']],
])('a body of %s is that of %j, and no other', async (kind, names) => {
  for (const mediaType of names) {
    const takes = object({ name: text }, ['name']);
    const document = documentOf({ '/things': { post: operation(takes, { takes, mediaType, status: 201 }) } });
    const vivarium = await createVivarium({ document });
    onTestFinished(() => vivarium.close());
    for (const [other, body] of Object.entries(sent)) {
      const response = await vivarium.world('a').fetch('/things', { method: 'POST', ...body });
      expect([mediaType, other, response.status]).toEqual([mediaType, other, other === kind ? 201 : 415]);
      if (other === kind) expect(await response.json()).toMatchObject({ name: 'a' });
    }
  }
});

test('a client may also send the type as the document has it', async () => {
  const takes = object({ name: text }, ['name']);
  const mediaType = 'application/x-www-form-urlencode';
  const document = documentOf({ '/things': { post: operation(takes, { takes, mediaType, status: 201 }) } });
  const vivarium = await createVivarium({ document });
  onTestFinished(() => vivarium.close());
  const headers = { 'content-type': mediaType };
  const response = await vivarium.world('a').fetch('/things', { method: 'POST', body: 'name=b', headers });
  expect([response.status, await response.json()]).toEqual([201, { name: 'b' }]);
});
