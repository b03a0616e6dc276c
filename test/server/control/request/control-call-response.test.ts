/** Texts of any length, written part by part. */
import { EventEmitter } from 'node:events';
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import type { Json } from '../../../../src/core/primitives/json.ts';
import { listParts, sendParts } from '../../../../src/server/control/request/control-call.ts';

describe('a list', () => {
  const lists: readonly (readonly Json[])[] = [[], [1], [{}, [], null, 'a\nb', { a: { b: [1, { c: '' }] } }]];

  test.each(lists)('%j is written as the library would write it, on one line or indented', (...items) => {
    for (const indent of [0, 2]) {
      const text = [...listParts(items, 7, indent)].join('');
      expect(text).toBe(JSON.stringify({ items, total: 7 }, undefined, indent));
    }
  });

  test('has the number of its items as the total, unless another one is given', () => {
    expect([...listParts(new Set([1, 2]), undefined, 0)].join('')).toBe('{"items":[1,2],"total":2}');
  });

  test('keeps every digit of an integer', () => {
    expect([...listParts([{ id: 9_223_372_036_854_775_807n }], 1, 0)].join('')).toContain('9223372036854775807');
  });
});

/** A client that takes `room` characters at once, and more only when it reads. */
class Client extends EventEmitter {
  readonly started: (OutgoingHttpHeaders | undefined)[] = [];
  text = '';
  room = 0;
  destroyed = false;
  isEnded = false;

  get headersSent(): boolean {
    return this.started.length > 0;
  }

  write(text: string): boolean {
    this.text += text;
    this.room -= text.length;
    return this.room >= 0;
  }

  end(text = ''): void {
    this.text += text;
    this.isEnded = true;
  }

  send(parts: Iterable<string>, isHead = false): Promise<void> {
    const response = this as unknown as ServerResponse;
    return sendParts(response, parts, isHead, (headers) => this.started.push(headers));
  }
}

/** Parts of a kilobyte, of which it is known how many were taken. */
const countedParts = (count: number) => {
  const counted = { taken: 0, parts };
  function* parts(): Generator<string> {
    for (let part = 0; part < count; part++) {
      counted.taken++;
      yield 'x'.repeat(1000);
    }
  }
  return counted;
};

describe('a text in parts', () => {
  test('has its length if it is short', async () => {
    const client = new Client();
    await client.send(['é', 'a']);
    expect(client).toMatchObject({ text: 'éa', started: [{ 'Content-Length': 3 }], isEnded: true });
  });

  test('is made as fast as the client reads', async () => {
    const client = new Client();
    const counted = countedParts(1000);
    const sent = client.send(counted.parts());
    expect(counted.taken).toBeLessThan(100);
    client.room = 1_000_000;
    client.emit('drain');
    await sent;
    expect(client).toMatchObject({ text: 'x'.repeat(1_000_000), started: [undefined], isEnded: true });
  });

  test('is not made further if the client disconnects', async () => {
    const client = new Client();
    const counted = countedParts(1000);
    const sent = client.send(counted.parts());
    client.destroyed = true;
    client.emit('close');
    await sent;
    expect(counted.taken).toBeLessThan(100);
    expect(client.isEnded).toBe(false);
  });

  test('is not made further for the headers alone', async () => {
    const client = new Client();
    const counted = countedParts(1000);
    await client.send(counted.parts(), true);
    expect(counted.taken).toBeLessThan(100);
    expect(client).toMatchObject({ text: '', started: [undefined], isEnded: true });
  });
});
