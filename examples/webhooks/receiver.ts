/** The receiver of a shop's webhooks: what a service of yours has behind `POST /hooks`. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';

export interface Order {
  readonly id: number;
  readonly status: 'open' | 'paid' | 'shipped';
  readonly updatedAt: string;
}

/** Webhooks come more than once, and in any order: each acts once, and an older state replaces no newer one. */
export class Orders {
  readonly known = new Map<number, Order>();
  /** What was done for each order that was paid. */
  readonly invoices: number[] = [];
  readonly #seen = new Set<string>();

  receive(id: string, { type, data }: { readonly type: string; readonly data: Order }): void {
    if (this.#seen.has(id)) return;
    this.#seen.add(id);
    if (type === 'orderPaid') this.invoices.push(data.id);
    const known = this.known.get(data.id);
    if (known === undefined || known.updatedAt <= data.updatedAt) this.known.set(data.id, data);
  }
}

const toleranceSeconds = 300;

/** As https://www.standardwebhooks.com says; the package `standardwebhooks` does the same. */
export const isSigned = (secret: string, headers: IncomingHttpHeaders, body: string): boolean => {
  const [id, time] = [headers['webhook-id'], headers['webhook-timestamp']].map(String);
  if (Math.abs(Date.now() / 1000 - Number(time)) > toleranceSeconds) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = Buffer.from(`v1,${createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64')}`);
  return String(headers['webhook-signature'])
    .split(' ')
    .map((one) => Buffer.from(one))
    .some((one) => one.length === expected.length && timingSafeEqual(one, expected));
};

/** The raw body is verified, before it is read as JSON. */
export const createReceiver = (secret: string, orders: Orders): Server =>
  createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts).toString();
      const isAccepted = isSigned(secret, request.headers, body);
      if (isAccepted) orders.receive(String(request.headers['webhook-id']), JSON.parse(body));
      response.writeHead(isAccepted ? 204 : 400).end();
    });
  });
