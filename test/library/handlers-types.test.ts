/** The types of handlers, with operations as openapi-typescript generates them. */
import { expect, expectTypeOf, test } from 'vitest';
import type * as core from '../../src/core/service/handler.ts';
import {
  defineHandlers,
  type HandlerCollection,
  type HandlerContext,
  type HandlerCredential,
  type HandlerRequest,
  type Handlers,
  type NextResponse,
} from '../../src/index.ts';

interface components {
  schemas: {
    User: { id: number; email: string; token?: string };
    Problem: { code: number; message: string };
    Order: { id: number; status: 'open' | 'paid'; lines: { price: number }[] };
  };
}
type Json<Value> = { headers: { [name: string]: unknown }; content: { 'application/json': Value } };

interface operations {
  login: {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    requestBody: { content: { 'application/json': { user: { email: string } } } };
    responses: { 200: Json<{ user: components['schemas']['User'] }>; 401: Json<components['schemas']['Problem']> };
  };
  getOrder: {
    parameters: {
      query?: { expand?: boolean };
      header: { 'X-Trace': string };
      path: { orderId: number };
      cookie?: never;
    };
    requestBody?: never;
    responses: { 200: Json<components['schemas']['Order']>; default: Json<components['schemas']['Problem']> };
  };
  deleteOrder: {
    parameters: { query?: never; header?: never; path: { orderId: number }; cookie?: never };
    requestBody?: never;
    responses: {
      204: { headers: { [name: string]: unknown }; content?: never };
      '4XX': Json<components['schemas']['Problem']>;
    };
  };
  noteOrder: {
    parameters: { query?: never; header?: never; path: { orderId: number }; cookie?: never };
    requestBody?: { content: { 'application/json': { note: string } } };
    responses: { 200: Json<components['schemas']['Order']>; 409: Json<components['schemas']['Problem']> };
  };
}
const problem = { code: 1, message: 'no' };
const order: components['schemas']['Order'] = { id: 1, status: 'open', lines: [] };

test('the compiler accepts handlers that match the operations', () => {
  const handlers = defineHandlers<operations>({
    login: ({ body, collection }) => {
      expectTypeOf(body).toEqualTypeOf<{ user: { email: string } }>();
      const user = collection('users').find({ email: body.user.email });
      return user === undefined ? { status: 401, body: problem } : { status: 200, body: { user } };
    },
    getOrder: ({ parameters, body, next }) => {
      expectTypeOf(parameters.path).toEqualTypeOf<Readonly<{ orderId: number }>>();
      expectTypeOf(parameters.query.expand).toEqualTypeOf<boolean | undefined>();
      expectTypeOf(parameters.header['X-Trace']).toEqualTypeOf<string>();
      expectTypeOf(body).toEqualTypeOf<undefined>();
      if (parameters.path.orderId === 1) return { body: order };
      if (parameters.path.orderId === 2) return { status: 404, body: problem };
      return next();
    },
    deleteOrder: ({ item }) => (item.status === 'paid' ? { status: 409 } : { status: 204, headers: { 'X-A': 1 } }),
    noteOrder: ({ body }) => {
      expectTypeOf(body).toEqualTypeOf<{ note: string } | undefined>();
      if (body === undefined) return { status: 409 };
    },
    // Of one of several services.
    'shop.noteOrder': ({ next, item }) => next({ item: { ...item, status: 'paid' } }),
  });
  expect(Object.keys(handlers)).toEqual(['login', 'getOrder', 'deleteOrder', 'noteOrder', 'shop.noteOrder']);
});

test('the compiler rejects handlers that do not', () => {
  defineHandlers<operations>({
    // @ts-expect-error there is no operation of this name
    logni: () => undefined,
  });
  defineHandlers<operations>({
    // @ts-expect-error the body has no property of this name
    login: ({ body }) => ({ status: 401, body: { code: 1, message: body.user.mail } }),
  });
  defineHandlers<operations>({
    // @ts-expect-error there is no parameter of this name
    getOrder: ({ parameters }) => ({ status: parameters.path.id }),
  });
  defineHandlers<operations>({
    // @ts-expect-error the email is a text
    login: () => ({ status: 200, body: { user: { id: 1, email: 7 } } }),
  });
  defineHandlers<operations>({
    // @ts-expect-error the body of a success is required
    login: () => ({ status: 200 }),
  });
  defineHandlers<operations>({
    // @ts-expect-error the body of 200 is not that of 401
    login: () => ({ body: problem }),
  });
  defineHandlers<operations>({
    // @ts-expect-error the status is not documented
    login: () => ({ status: 418 }),
  });
  defineHandlers<operations>({
    // @ts-expect-error 204 has no body
    deleteOrder: () => ({ status: 204, body: order }),
  });
  defineHandlers<operations>({
    // @ts-expect-error a handler is synchronous
    login: async () => ({ status: 401, body: problem }),
  });
  defineHandlers<operations>({
    // @ts-expect-error there is no operation of this name in any service
    'shop.logni': () => undefined,
  });
  // @ts-expect-error this is not the type that openapi-typescript generates
  defineHandlers<{ login: string }>({});
});

test('without types, values are not checked', () => {
  const handlers = defineHandlers({
    favoriteArticle: ({ item, next }) =>
      next({ item: { ...item, favorited: true, favoritesCount: item.favoritesCount + 1 } }),
    login: ({ body, collection }) => ({
      status: 200,
      body: { user: collection('users').find({ email: body.user.email }) },
    }),
    'GET /things/{id}': ({ parameters }) => ({ body: parameters.path.id }),
    nothing: () => {},
  });
  const loose: Handlers = handlers;
  const typed: Handlers = defineHandlers<operations>({});
  expect([loose, typed]).toHaveLength(2);
  expect(Object.keys(handlers)).toHaveLength(4);
});

test('the types can be given first', () => {
  const define = defineHandlers<operations>();
  expect(Object.keys(define({ noteOrder: () => ({ status: 409 }) }))).toEqual(['noteOrder']);
  // @ts-expect-error the status is not documented
  define({ noteOrder: () => ({ status: 418 }) });
});

test('they match the types of the engine', () => {
  expectTypeOf<keyof HandlerContext>().toEqualTypeOf<keyof core.HandlerContext>();
  expectTypeOf<keyof HandlerCollection>().toEqualTypeOf<keyof core.HandlerCollection>();
  expectTypeOf<HandlerRequest>().toEqualTypeOf<core.HandlerRequest>();
  expectTypeOf<keyof HandlerCredential>().toEqualTypeOf<keyof core.Credential>();
  expectTypeOf<core.Credential>().toExtend<HandlerCredential>();
  expectTypeOf<core.HandlerContext>().toExtend<HandlerContext>();
  expectTypeOf<core.NextResponse>().toExtend<NextResponse>();
});
