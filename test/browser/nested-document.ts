/** Users and their orders: a nested collection. */
import { documentOf, inPath, integer, listOf, named, object, ref, text } from '../short-document.ts';

export const nestedDocument = {
  ...documentOf(
    'Orders',
    {
      '/users': {
        get: named('listUsers', listOf(ref('User'))),
        post: named('createUser', ref('User'), { takes: ref('User'), status: 201 }),
      },
      '/users/{userId}': { parameters: [inPath('userId')], get: named('getUser', ref('User')) },
      '/users/{userId}/orders': {
        parameters: [inPath('userId')],
        get: named('listOrders', listOf(ref('Order'))),
        post: named('createOrder', ref('Order'), { takes: ref('Order'), status: 201 }),
      },
      '/users/{userId}/orders/{orderId}': {
        parameters: [inPath('userId'), inPath('orderId')],
        get: named('getOrder', ref('Order')),
      },
    },
    {
      User: object({ id: integer, name: text }, ['name']),
      Order: object(
        {
          id: integer,
          title: { ...text, maxLength: 20 },
          code: { ...text, pattern: '^[A-Z]{3}$', readOnly: true },
          createdAt: { ...text, format: 'date-time', readOnly: true },
        },
        ['title', 'code', 'createdAt'],
      ),
    },
    { servers: [{ url: 'http://127.0.0.1:4010/api' }] },
  ),
  info: { title: 'Orders', version: '2.0.0' },
};
