/** What the values of one generated object state about each other. */
import { expect, test } from 'vitest';
import type { JsonObject } from '../../../src/core/primitives/json.ts';
import { documentOf, operationOf, readyService } from '../../core/helpers.ts';
import { boolean, fullObject, integer, listOf, named, text } from '../../short-document.ts';

const now = Date.parse('2030-06-01T12:00:00Z');
const number = { type: 'number' };
const time = { type: 'string', format: 'date-time' };
const maybeTime = { type: ['string', 'null'], format: 'date-time' };
const oneOf = (...values: readonly string[]) => ({ type: 'string', enum: values });

/** Generated objects; `given`: what a request or a sample states of each. */
const itemsOf = async (title: string, properties: object, given?: JsonObject): Promise<readonly JsonObject[]> => {
  const schema = { ...fullObject(properties), title };
  const service = await readyService(documentOf({ '/': { get: named('get', schema) } }));
  const content = operationOf(service, 'get').success?.response.contents[0];
  return Array.from(
    { length: 40 },
    (_, seed) =>
      content?.generate({
        ...{ seed, now, usesExamples: false },
        ...(given && { given: { fixed: given, usual: {} } }),
      }) as JsonObject,
  );
};

const msOf = (value: unknown): number => Date.parse(value as string);
const quarterMs = 15 * 60_000;
const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

test.each([
  ['Appointment', 'starts_at', 'ends_at', 'duration_minutes'],
  ['MeetingResponseDto', 'start', 'end', 'durationInMinutes'],
  ['Slot', 'startTime', 'endTime', 'duration'],
  ['Booking', 'from', 'until', 'length_in_minutes'],
])('%s: %s and %s are at quarters of an hour of the working day, and %s apart', async (title, start, end, length) => {
  for (const item of await itemsOf(title, { [start]: time, [end]: time, [length]: integer })) {
    const [from, to] = [msOf(item[start]), msOf(item[end])];
    expect(from % quarterMs).toBe(0);
    expect(new Date(from).getUTCHours()).toBeGreaterThanOrEqual(8);
    expect(new Date(from).getUTCHours()).toBeLessThan(18);
    expect(to).toBeGreaterThan(from);
    expect(to % quarterMs).toBe(0);
    if (length !== 'duration') expect(item[length]).toBe((to - from) / 60_000);
    else expect((item[length] as number) % 15).toBe(0);
  }
});

test('a time of the day beside a date is a round one, and that of a format too', async () => {
  const clock = { type: 'string', format: 'time' };
  const items = await itemsOf('Slot', { date: text, startTime: text, end_time: text, opens: clock, hour: text });
  for (const { date, startTime, end_time, opens, hour } of items) {
    expect(date).toMatch(/^2030-0[56]-\d\d$/);
    for (const one of [startTime, end_time, hour]) expect(one).toMatch(/^\d\d:(00|15|30|45)$/);
    expect(opens).toMatch(/^(08|09):(00|15|30|45):00Z$/);
    expect((startTime as string) < (end_time as string)).toBe(true);
  }
});

test('both ends that are stated decide the duration, and one of them with the duration the other', async () => {
  const properties = { starts_at: time, ends_at: time, duration_minutes: integer };
  const both = { starts_at: '2030-06-03T09:00:00Z', ends_at: '2030-06-03T09:45:00Z' };
  for (const { duration_minutes } of await itemsOf('Visit', properties, both)) expect(duration_minutes).toBe(45);
});

test('what is completed is over, what is scheduled is to come, and what was cancelled has its time', async () => {
  const status = oneOf('scheduled', 'completed', 'cancelled');
  const properties = { status, starts_at: time, ends_at: time, cancelled_at: maybeTime, completed_at: maybeTime };
  const items = await itemsOf('Appointment', properties);
  for (const item of items) {
    if (item.status === 'completed') expect(msOf(item.ends_at)).toBeLessThanOrEqual(now);
    if (item.status === 'scheduled') expect(msOf(item.starts_at)).toBeGreaterThanOrEqual(now);
    expect(item.cancelled_at !== null).toBe(item.status === 'cancelled');
    expect(item.completed_at !== null).toBe(item.status === 'completed');
    expect(msOf(item.starts_at) % quarterMs).toBe(0);
  }
  expect(new Set(items.map((item) => item.status)).size).toBe(3);
});

test('an order is shipped after it is paid, and delivered at last', async () => {
  const status = oneOf('pending', 'paid', 'shipped', 'delivered');
  const items = await itemsOf('Order', { status, paidAt: maybeTime, shippedAt: maybeTime, deliveredAt: maybeTime });
  for (const item of items) {
    const step = ['pending', 'paid', 'shipped', 'delivered'].indexOf(item.status as string);
    expect([item.paidAt, item.shippedAt, item.deliveredAt].filter((one) => one !== null)).toHaveLength(step);
  }
});

test('flags follow the status, the expiry and the time when it happened', async () => {
  const properties = {
    ...{ status: oneOf('active', 'expired', 'cancelled'), isActive: boolean, startDate: time, endDate: time },
    ...{
      returned_at: maybeTime,
      is_returned: boolean,
      due_date: time,
      overdue: boolean,
      editedAt: maybeTime,
      isEdited: boolean,
    },
  };
  for (const item of await itemsOf('Subscription', properties)) {
    expect(item.isActive).toBe(item.status === 'active');
    if (item.status === 'active') {
      expect(msOf(item.startDate)).toBeLessThanOrEqual(now);
      expect(msOf(item.endDate)).toBeGreaterThanOrEqual(now);
    }
    if (item.status === 'expired') expect(msOf(item.endDate)).toBeLessThanOrEqual(now);
    expect(item.is_returned).toBe(item.returned_at !== null);
    expect(item.isEdited).toBe(item.editedAt !== null);
    expect(item.overdue).toBe(msOf(item.due_date) < now && item.returned_at === null);
  }
  for (const { valid_until, expired } of await itemsOf('Thing', { valid_until: time, expired: boolean }))
    expect(expired).toBe(msOf(valid_until) < now);
});

test.each([
  'archived',
  'isFavorite',
  'is_favourite',
  'starred',
  'pinned',
  'isPinned',
  'deleted',
  'isFeatured',
  'vip',
  'flagged',
  'is_default',
  'bookmarked',
])('few items are %s', async (name) => {
  const items = await itemsOf('Contact', { [name]: boolean });
  expect(items.filter((item) => item[name] === true).length).toBeLessThanOrEqual(10);
});

test.each([
  ['reply_count', 'replies'],
  ['likesCount', 'likes'],
  ['numberOfComments', 'comments'],
  ['total_members', 'members'],
  ['count', 'users'],
])('%s is the length of %s', async (name, list) => {
  for (const item of await itemsOf('Post', { [name]: integer, [list]: listOf(text) }))
    expect(item[name]).toBe((item[list] as readonly string[]).length);
});

test('a rating is the average of the reviews', async () => {
  const reviews = listOf(fullObject({ rating: integer, comment: text }));
  for (const item of await itemsOf('Product', { averageRating: number, reviews_count: integer, reviews })) {
    const ratings = (item.reviews as readonly JsonObject[]).map(({ rating }) => rating as number);
    expect(item.reviews_count).toBe(ratings.length);
    if (ratings.length > 0) expect(item.averageRating).toBeCloseTo(sum(ratings) / ratings.length, 2);
  }
});

test('lines in words of their own make the net amount, this with the tax the total, and what is due is what is not paid', async () => {
  const lines = listOf(fullObject({ qty: integer, unitPrice: number, lineTotal: number }));
  const status = oneOf('draft', 'open', 'paid');
  const amounts = { net: number, vat: number, gross: number, total: number, amount_paid: number, amount_due: number };
  for (const item of await itemsOf('Invoice', { lines, status, ...amounts })) {
    const own = item as Record<keyof typeof amounts, number>;
    const all = item.lines as readonly Record<'qty' | 'unitPrice' | 'lineTotal', number>[];
    for (const { qty, unitPrice, lineTotal } of all) expect(lineTotal).toBeCloseTo(qty * unitPrice, 2);
    if (all.length > 0) expect(own.net).toBeCloseTo(sum(all.map(({ lineTotal }) => lineTotal)), 1);
    expect(own.gross).toBeCloseTo(own.net + own.vat, 1);
    expect(own.total).toBeCloseTo(own.gross, 1);
    expect(own.amount_paid + own.amount_due).toBeCloseTo(own.total, 1);
    expect(own.amount_paid).toBeCloseTo(item.status === 'paid' ? own.total : 0, 1);
  }
});

test('a payment is more than its fee', async () => {
  const payment = { amount: number, fee: number, net: number, refunded: boolean, refundedAmount: number };
  for (const item of await itemsOf('Payment', payment)) {
    expect(item.fee).toBeLessThan(item.amount as number);
    expect(item.net).toBeCloseTo((item.amount as number) - (item.fee as number), 1);
    if (item.refunded === false) expect(item.refundedAmount).toBe(0);
    expect(item.refundedAmount).toBeLessThanOrEqual(item.amount as number);
  }
});

test('a thing costs less in a sale than before, by its discount, and more than it has cost', async () => {
  const prices = { price: number, salePrice: number, originalPrice: number, cost: number, discountPercent: integer };
  for (const item of await itemsOf('Product', prices)) {
    const own = item as Record<keyof typeof prices, number>;
    expect([own.cost, own.salePrice, own.price, own.originalPrice]).toEqual(
      [own.cost, own.salePrice, own.price, own.originalPrice].toSorted((one, other) => one - other),
    );
    expect(own.discountPercent).toBe(Math.round((1 - own.salePrice / own.originalPrice) * 100));
  }
});

test('a name beside an object is that of the object', async () => {
  const owner = fullObject({ id: integer, fullName: text, email: text });
  const properties = {
    owner,
    owner_id: integer,
    ownerName: text,
    owner_email: text,
    state: fullObject({ type: text, name: text }),
    stateName: text,
  };
  for (const item of await itemsOf('Project', properties)) {
    const { id, fullName, email } = item.owner as JsonObject;
    expect(item).toMatchObject({ owner_id: id, ownerName: fullName, owner_email: email });
    expect(item.stateName).toBe((item.state as JsonObject).name);
  }
});

test('an age that the birthday would put beyond its schema stays as it was drawn', async () => {
  const age = { type: 'integer', minimum: 3, maximum: 12 };
  for (const item of await itemsOf('Child', { age, birthDate: { type: 'string', format: 'date' } })) {
    expect(item.age).toBeGreaterThanOrEqual(3);
    expect(item.age).toBeLessThanOrEqual(12);
  }
});

test('what a schema does not take stays as it was drawn', async () => {
  const likes = { ...listOf(text), minItems: 3 };
  for (const item of await itemsOf('Post', { likes, likes_count: { ...integer, maximum: 1 } }))
    expect(item.likes_count).toBeLessThanOrEqual(1);
});

test('a minimum and a maximum are exchanged only for what their schemas allow', async () => {
  const between = (minimum: number, maximum: number) => ({ type: 'integer', minimum, maximum });
  const items = await itemsOf('Test', { minScore: between(50, 90), maxScore: between(10, 60) });
  for (const { minScore, maxScore } of items) {
    expect(minScore).toBeGreaterThanOrEqual(50);
    expect(maxScore).toBeLessThanOrEqual(60);
  }
});

test('a slug is that of the title only where it is not too long', async () => {
  const items = await itemsOf('Page', { title: text, slug: { type: 'string', maxLength: 5 } });
  for (const { slug } of items) expect((slug as string).length).toBeLessThanOrEqual(5);
});

test('a state of a country says nothing about flags', async () => {
  const address = await itemsOf('Customer', { city: text, state: text, is_active: boolean });
  expect(new Set(address.map((item) => item.is_active))).toEqual(new Set([true, false]));
  for (const { state, is_active } of await itemsOf('Service', { state: oneOf('active', 'paused'), is_active: boolean }))
    expect(is_active).toBe(state === 'active');
});

test('what is delivered was shipped before, and a flight lands on its day', async () => {
  const moment = { ...text, format: 'date-time' };
  for (const item of await itemsOf('Parcel', { shipped_at: moment, delivered_at: moment }))
    expect(Date.parse(String(item.delivered_at))).toBeGreaterThan(Date.parse(String(item.shipped_at)));
  const flight = { departure_time: moment, arrival_time: moment, status: oneOf('active', 'pending') };
  for (const item of await itemsOf('Flight', flight)) {
    const hours = (Date.parse(String(item.arrival_time)) - Date.parse(String(item.departure_time))) / 3_600_000;
    expect(hours > 0 && hours < 12).toBe(true);
  }
});

test('the rate of a tax is the one with which it was added', async () => {
  for (const item of await itemsOf('Order', { subtotal: number, tax: number, tax_rate: number, total: number }))
    expect(item.tax).toBeCloseTo((Number(item.subtotal) * Number(item.tax_rate)) / 100, 1);
});

test.each([
  ['join_time', 'leave_time'],
  ['loginAt', 'logoutAt'],
  ['clock_in', 'clock_out'],
  ['connectedAt', 'disconnectedAt'],
  ['activatedAt', 'deactivatedAt'],
  ['notBefore', 'notAfter'],
  ['depart_at', 'arrive_at'],
  ['born', 'died'],
])('%s is before %s, whichever is declared first where one opposes the other', async (first, then) => {
  const opposes = !/^(join|born)/.test(first);
  for (const properties of [{ [first]: time, [then]: time }, ...(opposes ? [{ [then]: time, [first]: time }] : [])])
    for (const item of await itemsOf('Thing', properties))
      expect(msOf(item[first])).toBeLessThanOrEqual(msOf(item[then]));
});

test('times without an order of their own are in the order of the document', async () => {
  for (const item of await itemsOf('Flight', { takeoff: time, cruise: time, landing: time })) {
    const times = ['takeoff', 'cruise', 'landing'].map((name) => msOf(item[name]));
    expect(times).toEqual(times.toSorted((one, other) => one - other));
  }
});

test('degrees of Fahrenheit are those of Celsius', async () => {
  const items = await itemsOf('Forecast', {
    ...{ temperatureC: integer, temperatureF: integer, feelslike_c: number, feelslike_f: number },
  });
  for (const { temperatureC, temperatureF, feelslike_c, feelslike_f } of items) {
    expect(temperatureF).toBe(Math.round((temperatureC as number) * 1.8 + 32));
    expect(feelslike_f).toBe(Math.round((feelslike_c as number) * 1.8 + 32));
  }
});

test('lines in cents make the total in cents', async () => {
  const items = listOf(fullObject({ qty: integer, price_cents: integer }));
  for (const cart of await itemsOf('Cart', { items, total_cents: integer })) {
    const lines = cart.items as readonly { readonly qty: number; readonly price_cents: number }[];
    if (lines.length > 0) expect(cart.total_cents).toBe(sum(lines.map((line) => line.qty * line.price_cents)));
  }
});

test('a date in parts has the days of the week and of the year of the date', async () => {
  const parts = { year: integer, month: integer, day: integer, dayOfWeek: integer, dayOfYear: integer };
  for (const item of await itemsOf('DateOnly', parts)) {
    const { year, month, day, dayOfWeek, dayOfYear } = item as Record<keyof typeof parts, number>;
    const date = new Date(Date.UTC(year, month - 1, day));
    expect(dayOfWeek).toBe(date.getUTCDay());
    expect(new Date(Date.UTC(year, 0, dayOfYear))).toEqual(date);
  }
});

test('a flag that a status has among its values follows it, and so does the progress', async () => {
  const status = oneOf('queued', 'locked', 'done');
  for (const item of await itemsOf('Job', { status, locked: boolean, is_done: boolean, progress: integer })) {
    expect([item.locked, item.is_done]).toEqual([item.status === 'locked', item.status === 'done']);
    if (item.status !== 'locked') expect(item.progress).toBe(item.status === 'done' ? 100 : 0);
  }
  const free = await itemsOf('Job', { status: text, locked: boolean });
  expect(new Set(free.map(({ locked }) => locked)).size).toBe(2);
});

test('a thing is in stock where some is left, and a duration is that between the times, whatever else is from and to', async () => {
  for (const { inStock, quantity } of await itemsOf('Product', { inStock: boolean, quantity: integer }))
    expect(inStock).toBe((quantity as number) > 0);
  const ends = { from: text, to: text, departure: time, arrival: time, durationMinutes: integer };
  for (const { departure, arrival, durationMinutes } of await itemsOf('Flight', ends))
    expect(durationMinutes).toBe((msOf(arrival) - msOf(departure)) / 60_000);
});
