/** Integers beyond those of a double, in results and in arguments. The official client cannot send them, so the messages are written here. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { createVivarium } from '../../../src/index.ts';
import { environmentOf, root } from '../../cli/process.ts';
import { documentOf, inPath, named, object, ref } from '../../short-document.ts';

const id = '9223372036854775807';

const long = { type: 'integer', format: 'int64' };
const document = documentOf(
  'Orders',
  {
    '/orders': { post: named('createOrder', ref('Order'), { takes: ref('Order'), status: 201 }) },
    '/orders/{id}': { get: named('getOrder', ref('Order'), { parameters: [inPath('id', long)] }) },
  },
  { Order: object({ id: long, before: long }) },
);

const serve = async () => {
  const vivarium = await createVivarium({ document, allowChanges: true });
  onTestFinished(() => vivarium.close());
  const { url } = await vivarium.listen({ port: 0 });
  return { url, vivarium };
};

/** `args`: JSON text. */
const callOf = (name: string, args: string, meta = ''): string =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":${args}${meta}}}`;

const meta = `,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},"io.modelcontextprotocol/clientInfo":{"name":"test","version":"1"}}`;

type Send = (name: string, args: string) => Promise<string>;

/** Without a session. */
const overHttp = (url: string): Send => {
  return async (name, args) => {
    const response = await fetch(`${url}/_vivarium/mcp`, {
      method: 'POST',
      headers: {
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': name,
      },
      body: callOf(name, args, meta),
    });
    return response.text();
  };
};

/** With `initialize`. */
const overStdio = (url: string): Send => {
  const child = spawn(process.execPath, [`${root}/test/cli/built.js`, 'mcp', '--url', url, '--allow-changes'], {
    env: environmentOf(),
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill());
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const write = (text: string): void => void child.stdin.write(`${text}\n`);
  const params = '{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"test","version":"1"}}';
  write(`{"jsonrpc":"2.0","id":0,"method":"initialize","params":${params}}`);
  const started = lines.next();
  return async (name, args) => {
    await started;
    write(callOf(name, args));
    return String((await lines.next()).value);
  };
};

test.each([
  ['HTTP', overHttp],
  ['standard input and output', overStdio],
])('an agent reads, writes and sends them with every digit over %s', async (_name, connect) => {
  const { url } = await serve();
  const send = connect(url);
  const put = await send('put_items', `{"collection":"orders","items":[{"id":${id},"before":-${id}}]}`);
  expect(put).toContain(`"items":[{"id":${id},"before":-${id}}]`);
  expect(await (await fetch(`${url}/orders/${id}`)).text()).toBe(`{"id":${id},"before":-${id}}`);
  expect(await send('list_items', '{"collection":"orders"}')).toContain(`"id":${id}`);
  const sent = await send('send_request', `{"method":"POST","path":"/orders","body":{"before":${id}}}`);
  expect(sent).toContain(`"before":${id}`);
  expect(sent).not.toContain('"before":"');
});

test('one in place of another argument is rejected', async () => {
  const { url } = await serve();
  const send = overHttp(url);
  expect(await send('explain_exchange', `{"exchange":${id}}`)).toMatch(/"isError":true/);
  expect(await send('list_items', `{"collection":${id}}`)).toContain('collection must be the name of a collection');
});
