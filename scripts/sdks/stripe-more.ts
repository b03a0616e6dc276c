import { type Driver, isTrue, type Loose, rejects } from './driver.ts';

export const clientOf = (Stripe: Loose, base: string): Loose => {
  const { hostname: host, port } = new URL(base);
  return new Stripe('sk_test_123', { host, port, protocol: 'http', maxNetworkRetries: 0 });
};

export const has =
  (part: Loose) =>
  (value: Loose): boolean =>
    Object.entries(part).every(([name, own]) => JSON.stringify(value[name]) === JSON.stringify(own));

export const lists =
  (id: unknown) =>
  ({ data }: Loose): boolean =>
    data.some((item: Loose) => item.id === id);

/** Subscriptions, tax rates, webhooks, checkout and what actions change. */
export const stripeMore: Driver['drive'] = async ({ default: Stripe }, base, call) => {
  const client = clientOf(Stripe, base);
  const customer = await call(
    'customers.create (metadata)',
    () => client.customers.create({ email: 'grace@example.com', metadata: { order: '7' } }),
    ({ metadata }) => metadata.order === '7',
  );
  await call(
    'customers.list (email)',
    () => client.customers.list({ email: 'grace@example.com' }),
    ({ data }) => data.length === 1 && data[0].id === customer?.id,
  );
  await call(
    'customers.list (a page)',
    () => client.customers.list({ limit: 1 }),
    ({ data, has_more }) => data.length === 1 && has_more === true,
  );
  await call(
    'customers.list (all pages)',
    () => client.customers.list({ limit: 2 }).autoPagingToArray({ limit: 100 }),
    (all) => new Set(all.map(({ id }: Loose) => id)).size === all.length && all.length > 2,
  );
  await call(
    'customers.retrieve (missing)',
    rejects(() => client.customers.retrieve('cus_missing'), 404),
    isTrue,
  );
  const intent = await call(
    'paymentIntents.create (of a customer)',
    () => client.paymentIntents.create({ amount: 900, currency: 'eur', customer: customer?.id }),
    has({ amount: 900, currency: 'eur', customer: customer?.id }),
  );
  await call(
    'paymentIntents.list (of the customer)',
    () => client.paymentIntents.list({ customer: customer?.id }),
    ({ data }) => data.length === 1 && data[0].id === intent?.id,
  );
  await call(
    'paymentIntents.cancel',
    () => client.paymentIntents.cancel(intent?.id),
    has({ id: intent?.id, status: 'canceled' }),
  );
  const setup = await call('setupIntents.create', () => client.setupIntents.create({ customer: customer?.id }));
  await call('setupIntents.retrieve', () => client.setupIntents.retrieve(setup?.id), has({ customer: customer?.id }));
  await call('setupIntents.cancel', () => client.setupIntents.cancel(setup?.id), has({ status: 'canceled' }));
  const method = await call(
    'paymentMethods.create',
    () => client.paymentMethods.create({ type: 'card' }),
    has({ type: 'card' }),
  );
  await call(
    'paymentMethods.attach',
    () => client.paymentMethods.attach(method?.id, { customer: customer?.id }),
    has({ id: method?.id, customer: customer?.id }),
  );
  const rate = await call(
    'taxRates.create',
    () => client.taxRates.create({ display_name: 'VAT', inclusive: false, percentage: 19 }),
    has({ display_name: 'VAT', inclusive: false, percentage: 19 }),
  );
  await call('taxRates.update', () => client.taxRates.update(rate?.id, { active: false }), has({ active: false }));
  await call('taxRates.list (inactive)', () => client.taxRates.list({ active: false, limit: 100 }), lists(rate?.id));
  const hook = await call(
    'webhookEndpoints.create',
    () => client.webhookEndpoints.create({ url: 'https://example.com/hook', enabled_events: ['charge.failed'] }),
    has({ url: 'https://example.com/hook', enabled_events: ['charge.failed'] }),
  );
  await call('webhookEndpoints.retrieve', () => client.webhookEndpoints.retrieve(hook?.id), has({ id: hook?.id }));
  await call(
    'webhookEndpoints.update',
    () => client.webhookEndpoints.update(hook?.id, { url: 'https://example.com/new' }),
    has({ url: 'https://example.com/new' }),
  );
  await call('webhookEndpoints.del', () => client.webhookEndpoints.del(hook?.id), has({ deleted: true }));
  await call(
    'webhookEndpoints.retrieve (gone)',
    rejects(() => client.webhookEndpoints.retrieve(hook?.id), 404),
    isTrue,
  );
  const product = await call(
    'products.create (inactive)',
    () => client.products.create({ name: 'Chair', active: false }),
    has({ active: false }),
  );
  const price = await call(
    'prices.create (recurring)',
    () =>
      client.prices.create({
        currency: 'usd',
        unit_amount: 900,
        product: product?.id,
        recurring: { interval: 'month' },
      }),
    ({ recurring }) => recurring.interval === 'month',
  );
  await call(
    'prices.list (of the product)',
    () => client.prices.list({ product: product?.id }),
    ({ data }) => data.length === 1,
  );
  const subscription = await call(
    'subscriptions.create',
    () => client.subscriptions.create({ customer: customer?.id, items: [{ price: price?.id }] }),
    has({ customer: customer?.id }),
  );
  await call(
    'subscriptions.retrieve',
    () => client.subscriptions.retrieve(subscription?.id),
    has({ customer: customer?.id }),
  );
  await call(
    'subscriptions.list',
    () => client.subscriptions.list({ customer: customer?.id }),
    lists(subscription?.id),
  );
  await call(
    'subscriptions.update',
    () => client.subscriptions.update(subscription?.id, { metadata: { order: '8' } }),
    ({ metadata }) => metadata.order === '8',
  );
  await call(
    'subscriptions.cancel',
    () => client.subscriptions.cancel(subscription?.id),
    has({ id: subscription?.id, status: 'canceled' }),
  );
  const item = await call(
    'invoiceItems.create',
    () => client.invoiceItems.create({ customer: customer?.id, amount: 100, currency: 'usd' }),
    has({ customer: customer?.id, amount: 100 }),
  );
  await call('invoiceItems.del', () => client.invoiceItems.del(item?.id), has({ deleted: true }));
  const invoice = await call(
    'invoices.create (description)',
    () => client.invoices.create({ customer: customer?.id, description: 'March' }),
    has({ description: 'March' }),
  );
  await call('invoices.pay', () => client.invoices.pay(invoice?.id), has({ id: invoice?.id, status: 'paid' }));
  const session = await call(
    'checkout.sessions.create',
    () => client.checkout.sessions.create({ mode: 'payment', success_url: 'https://example.com/ok' }),
    has({ mode: 'payment', success_url: 'https://example.com/ok' }),
  );
  await call(
    'checkout.sessions.retrieve',
    () => client.checkout.sessions.retrieve(session?.id),
    has({ mode: 'payment' }),
  );
  await call(
    'checkout.sessions.expire',
    () => client.checkout.sessions.expire(session?.id),
    has({ status: 'expired' }),
  );
  await call('balance.retrieve', () => client.balance.retrieve(), has({ object: 'balance' }));
  await call(
    'events.list',
    () => client.events.list({ limit: 2 }),
    ({ data }) => data.length <= 2,
  );
};
