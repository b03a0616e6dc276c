/** Schemas between a base with a discriminator and what has a name. */
import { expect, test } from 'vitest';
import { now, readyServiceOf } from '../../openapi/documents.ts';
import { servePaths } from '../../openapi/resources/served.ts';
import { collection } from '../../openapi/resources/small.ts';
import { listOf, object, operation, ref, text } from '../../short-document.ts';

const extending = (base: string, part: object, rest: object = {}) => ({ allOf: [ref(base), part], ...rest });

test('a schema without a name of its own stands for those that extend it', async () => {
  const schemas = {
    Network: object({ name: text, settings: ref('Settings') }, ['name', 'settings']),
    Base: {
      ...object({ kind: { enum: ['local'], type: 'string' } }, ['kind']),
      discriminator: { propertyName: 'kind' },
    },
    Settings: extending('Base', object({ note: text })),
    LocalSettings: extending('Settings', object({ prefix: text }, ['prefix']), {
      'x-ms-discriminator-value': 'local',
    }),
  };
  const paths = {
    '/networks': collection(ref('Network'), { status: 201, takes: ref('Network'), others: { 400: undefined } }),
  };
  const { send } = await servePaths(paths, schemas);
  const settings = { kind: 'local', prefix: '10.0' };
  const sent = await send('POST', '/networks', { name: 'a', settings });
  expect([sent.status, sent.body.settings]).toEqual([201, settings]);
  expect((await send('POST', '/networks', { name: 'a', settings: { kind: 'local' } })).status).toBe(400);
});

test('generated values have the written names, and what is between is accepted', async () => {
  const mapping = { mail: '#/components/schemas/Mail', push: '#/components/schemas/Push' };
  const schemas = {
    Notice: { ...object({ id: text, kind: text }, ['id', 'kind']), discriminator: { propertyName: 'kind', mapping } },
    Addressed: extending('Notice', object({ to: text }, ['to'])),
    Mail: extending('Addressed', object({ subject: text }, ['subject'])),
    Push: extending('Notice', object({ badge: text }, ['badge'])),
  };
  const list = { ...listOf(ref('Notice')), minItems: 9 };
  const paths = {
    '/notices': { get: operation(list), post: operation(ref('Notice'), { status: 201, takes: ref('Notice') }) },
  };
  const service = await readyServiceOf(paths, { schemas });
  const shown = service.operations[0]?.responses.get('200')?.contents[0]?.generate({ seed: 1, now });
  expect(new Set((shown as { kind: string }[]).map(({ kind }) => kind))).toEqual(new Set(['mail', 'push']));
  const { send } = await servePaths(paths, schemas);
  expect((await send('POST', '/notices', { id: 'a', kind: 'Addressed', to: 'Ada' })).status).toBe(201);
});

test('a mapping may name a reference to the child', async () => {
  const schemas = {
    Sign: { ...object({ kind: text }, ['kind']), discriminator: { propertyName: 'kind', mapping: { in: 'Login' } } },
    Login: ref('LoginBase'),
    LoginBase: extending('Sign', object({ ip: text }, ['ip'])),
  };
  const paths = {
    '/signs': collection(ref('Sign'), { status: 201, takes: ref('Sign'), others: { 400: undefined } }),
  };
  const { send } = await servePaths(paths, schemas);
  const sign = { kind: 'in', ip: '10.0.0.1' };
  expect(await send('POST', '/signs', sign)).toEqual({ status: 201, body: sign });
  expect((await send('POST', '/signs', { kind: 'in' })).status).toBe(400);
});

test('a child has those of the values that its base lists which it states itself', async () => {
  const schemas = {
    Base: object({ id: { type: 'integer', readOnly: true }, type: { type: 'string', enum: ['login', 'purchase'] } }, [
      'type',
    ]),
    Login: extending('Base', object({ type: { enum: ['login'] }, ip: text }, ['ip'])),
    Purchase: extending('Base', object({ type: { const: 'purchase' }, note: text }, ['note'])),
    Event: { oneOf: [ref('Login'), ref('Purchase')], discriminator: { propertyName: 'type' } },
  };
  const paths = {
    '/events': collection(ref('Event'), { status: 201, takes: ref('Event'), others: { 400: undefined } }),
  };
  const { send } = await servePaths(paths, schemas);
  expect((await send('POST', '/events', { type: 'purchase', note: 'a' })).status).toBe(201);
  const refused = await send('POST', '/events', { type: 'purchase', ip: 'a' });
  expect([refused.status, refused.body.detail]).toEqual([400, 'body.note is required']);
});
