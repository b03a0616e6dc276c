/** What a client and the log get of a bug. */
import { expect, test, vi } from 'vitest';
import { failureMessage } from '../../../src/core/simulate/simulate.ts';
import { createFailureHandler } from '../../../src/server/edge/failure.ts';
import { readyServiceOf } from '../../openapi/documents.ts';
import { operation, text } from '../../short-document.ts';

const service = await readyServiceOf({ '/a/{key}': { get: operation(text) } });
const bug = new Error('A bug.');

interface Given {
  readonly headersSent?: boolean;
  readonly target?: { readonly url: string | undefined };
  readonly next?: () => void;
}

const fail = ({ headersSent = false, target = { url: '/a/sesame?b=1' }, next }: Given) => {
  const logged = vi.fn();
  const socket = { destroy: vi.fn() };
  const response = { headersSent, writeHead: vi.fn(), end: vi.fn(), once: vi.fn(), on: vi.fn() };
  response.writeHead.mockReturnValue(response);
  const redactFor = () => (exchange: { request: object }) => ({
    ...exchange,
    request: { ...exchange.request, path: (exchange.request as { path: string }).path.replace('sesame', '[redacted]') },
  });
  const context = { worlds: { service }, logger: { error: logged }, redactFor } as never;
  const request = { ...target, method: 'GET', headers: {}, socket } as never;
  createFailureHandler(context)(bug, request, response as never, next);
  return { logged: logged.mock.calls, socket, response };
};

test('the client gets a 500, and the log the stack, without the secrets of the path', () => {
  const { logged, socket, response } = fail({});
  expect(logged).toEqual([['Internal error while handling GET /a/[redacted].', bug]]);
  expect(response.writeHead.mock.calls[0]?.[0]).toBe(500);
  expect(String(response.end.mock.calls[0]?.[0])).toContain(failureMessage);
  expect(socket.destroy).not.toHaveBeenCalled();
});

test('a response that has begun breaks off, unless the app of the user deals with it', () => {
  const alone = fail({ headersSent: true });
  expect([alone.socket.destroy.mock.calls.length, alone.response.end.mock.calls.length]).toEqual([1, 0]);
  const next = vi.fn();
  const mounted = fail({ headersSent: true, next });
  expect([mounted.socket.destroy.mock.calls.length, next.mock.calls]).toEqual([0, [[bug]]]);
  const notBegun = fail({ next });
  expect([notBegun.response.writeHead.mock.calls.length, next.mock.calls.length]).toEqual([1, 1]);
});

test('a request without a target is logged with its root', () => {
  expect(fail({ target: { url: undefined } }).logged).toEqual([['Internal error while handling GET /.', bug]]);
});
