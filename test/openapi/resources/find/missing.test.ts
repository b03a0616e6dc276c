/** The `x-vivarium` that would make an operation stateful that is not recognised. */
import { expect, test } from 'vitest';
import { operationOf } from '../../documents.ts';
import { object, operation, ref, serviceFor, text } from '../small.ts';

const credentials = object({ email: text, password: text });

test.each<[string, string, object, object | undefined]>([
  [
    'what is sent and returned',
    'POST /things',
    operation(ref('Thing'), { takes: object({ name: text }) }),
    { collection: 'things', action: 'create' },
  ],
  [
    'an item in a wrapper',
    'POST /things',
    operation(ref('Thing'), { takes: object({ thing: object({ name: text, kind: text }) }) }),
    { collection: 'things', action: 'create' },
  ],
  ['an item by its path', 'GET /things/{id}', operation(ref('Thing')), { collection: 'things', action: 'read' }],
  [
    'something else than what is sent',
    'POST /login',
    operation(object({ token: text }), { takes: credentials }),
    undefined,
  ],
  [
    'a renewed token',
    'POST /users/refresh',
    operation(object({ accessToken: text, refreshToken: text }), { takes: object({ refreshToken: text }) }),
    undefined,
  ],
])('%s', (_name, name, described, expected) => {
  const [method = '', path = ''] = name.split(' ');
  const { correction, binding } = operationOf(serviceFor({ [path]: { [method.toLowerCase()]: described } }), name);
  expect(binding).toBeUndefined();
  expect(correction?.()).toEqual(expected);
});
