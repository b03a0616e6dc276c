import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { SharedPort } from '../../../../src/parts/store/workers/supervise.ts';
import { waitFor } from '../../../wait-for.ts';

interface Given {
  readonly worker: string;
  readonly from: number | undefined;
}

/** A port with workers that take nothing by themselves. `given`: what each got, in order. */
const openPort = async (maxWaiting?: number) => {
  const port = new SharedPort(() => {}, maxWaiting);
  onTestFinished(() => port.close());
  const number = await port.open(0, '127.0.0.1');
  const given: Given[] = [];
  const worker = (name: string): ChildProcess =>
    ({
      send: (_message: unknown, socket: Socket) => given.push({ worker: name, from: socket.remotePort }),
    }) as unknown as ChildProcess;
  const client = async (): Promise<Socket & { readonly localPort: number }> => {
    const socket = connect(number, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => {});
    await once(socket, 'connect');
    return socket as Socket & { readonly localPort: number };
  };
  return { port, number, given, worker, client };
};

test('a worker that has not taken its connection gets no other; when it is lost, another one gets it before all that came later', async () => {
  const { port, given, worker, client } = await openPort();
  const [first, second] = [worker('first'), worker('second')];
  port.add(first);
  const [a, b] = [await client(), await client()];
  await waitFor(() => expect(given).toEqual([{ worker: 'first', from: a.localPort }]), 5);
  port.lost(first);
  port.add(second);
  port.taken(second);
  expect(given.slice(1)).toEqual([
    { worker: 'second', from: a.localPort },
    { worker: 'second', from: b.localPort },
  ]);
});

test('a connection ends with the process that has taken it, and one that nobody has taken when the port closes', async () => {
  const { port, given, worker, client } = await openPort();
  const [first, second] = [worker('first'), worker('second')];
  port.add(first);
  const a = await client();
  await waitFor(() => expect(given).toHaveLength(1), 5);
  const closed = once(a, 'close');
  // No other process has it here, so that it ends.
  port.taken(first);
  await closed;
  port.add(second);
  const [b, c, d] = [await client(), await client(), await client()];
  await waitFor(() => expect(given).toHaveLength(3), 5);
  const ended = [b, c, d].map((socket) => once(socket, 'close'));
  port.close();
  for (const one of [first, second]) port.lost(one);
  await Promise.all(ended);
  expect(given).toHaveLength(3);
});

test('a worker that is retired gets no more', async () => {
  const { port, given, worker, client } = await openPort();
  const [first, second] = [worker('first'), worker('second')];
  port.add(first);
  port.add(second);
  port.retire(first);
  await client();
  await waitFor(() => expect(given).toMatchObject([{ worker: 'second' }]), 5);
});

test('more connections than can wait end at once', async () => {
  const { client } = await openPort(1);
  const [waits, ends] = [await client(), await client()];
  await once(ends, 'close');
  expect(waits.destroyed).toBe(false);
});
