import { type Driver, isTrue, rejects } from './driver.ts';
import { clientOf, has, lists } from './stripe-more.ts';

/** Refunds, saved methods, invoices with their items, promotion codes, payment links, the portal, items of subscriptions, quotes, and accounts. */
export const stripeBilling: Driver['drive'] = async ({ default: Stripe }, base, call) => {
  const client = clientOf(Stripe, base);
  const customer = await call('customers.create (of a payer)', () =>
    client.customers.create({ email: 'lin@example.com', address: { city: 'Delft', country: 'NL' } }),
  );
  const { id } = customer ?? {};
  await call(
    'customers.update (address)',
    () => client.customers.update(id, { address: { city: 'Leiden' } }),
    ({ address }) => address.city === 'Leiden',
  );
  const intent = await call('paymentIntents.create (to capture)', () =>
    client.paymentIntents.create({ amount: 700, currency: 'eur', customer: id, capture_method: 'manual' }),
  );
  await call('paymentIntents.confirm', () => client.paymentIntents.confirm(intent?.id), has({ id: intent?.id }));
  await call('paymentIntents.capture', () => client.paymentIntents.capture(intent?.id), has({ id: intent?.id }));
  const refund = await call(
    'refunds.create',
    () => client.refunds.create({ payment_intent: intent?.id, amount: 300 }),
    has({ payment_intent: intent?.id, amount: 300 }),
  );
  await call('refunds.retrieve', () => client.refunds.retrieve(refund?.id), has({ amount: 300 }));
  const method = await call('paymentMethods.create (of the payer)', async () => {
    const { id: made } = await client.paymentMethods.create({ type: 'card' });
    return client.paymentMethods.attach(made, { customer: id });
  });
  await call(
    'paymentMethods.list',
    () => client.paymentMethods.list({ customer: id, type: 'card' }),
    lists(method?.id),
  );
  await call('customers.listPaymentMethods', () => client.customers.listPaymentMethods(id), lists(method?.id));
  await call('paymentMethods.detach', () => client.paymentMethods.detach(method?.id), has({ customer: null }));
  await call(
    'customers.search',
    () => client.customers.search({ query: "email:'lin@example.com'" }),
    ({ data }) => Array.isArray(data),
  );
  const tax = await call(
    'customers.createTaxId',
    () => client.customers.createTaxId(id, { type: 'eu_vat', value: 'NL123' }),
    has({ type: 'eu_vat', value: 'NL123' }),
  );
  await call('customers.listTaxIds', () => client.customers.listTaxIds(id), lists(tax?.id));
  await call('customers.deleteTaxId', () => client.customers.deleteTaxId(id, tax?.id), has({ deleted: true }));

  const price = await call('prices.create (of a product to be made)', () =>
    client.prices.create({ currency: 'eur', unit_amount: 900, product_data: { name: 'Lamp' } }),
  );
  const invoice = await call(
    'invoices.create (to send)',
    () => client.invoices.create({ customer: id, collection_method: 'send_invoice', days_until_due: 30 }),
    has({ customer: id, collection_method: 'send_invoice' }),
  );
  await call(
    'invoiceItems.create (of the invoice)',
    () => client.invoiceItems.create({ customer: id, invoice: invoice?.id, amount: 100, currency: 'eur' }),
    has({ invoice: invoice?.id }),
  );
  await call(
    'invoiceItems.list (of the invoice)',
    () => client.invoiceItems.list({ invoice: invoice?.id }),
    ({ data }) => data.length === 1,
  );
  await call('invoices.finalizeInvoice', () => client.invoices.finalizeInvoice(invoice?.id), has({ id: invoice?.id }));
  await call('invoices.sendInvoice', () => client.invoices.sendInvoice(invoice?.id), has({ id: invoice?.id }));
  await call('invoices.voidInvoice', () => client.invoices.voidInvoice(invoice?.id), has({ status: 'void' }));
  await call('invoices.list (of the customer)', () => client.invoices.list({ customer: id }), lists(invoice?.id));
  await call(
    'invoices.del',
    async () => client.invoices.del((await client.invoices.create({ customer: id })).id),
    has({ deleted: true }),
  );

  const coupon = await call(
    'coupons.create (with an id)',
    () => client.coupons.create({ id: 'SPRING', duration: 'forever', percent_off: 10 }),
    has({ id: 'SPRING' }),
  );
  const code = await call(
    'promotionCodes.create',
    () => client.promotionCodes.create({ coupon: coupon?.id, code: 'SPRING10' }),
    has({ code: 'SPRING10' }),
  );
  await call('promotionCodes.list', () => client.promotionCodes.list({ code: 'SPRING10' }), lists(code?.id));
  await call(
    'promotionCodes.update',
    () => client.promotionCodes.update(code?.id, { active: false }),
    has({ active: false }),
  );
  await call('coupons.del', () => client.coupons.del('SPRING'), has({ id: 'SPRING', deleted: true }));

  const link = await call('paymentLinks.create', () =>
    client.paymentLinks.create({ line_items: [{ price: price?.id, quantity: 1 }] }),
  );
  await call(
    'paymentLinks.update',
    () => client.paymentLinks.update(link?.id, { active: false }),
    has({ active: false }),
  );
  await call('paymentLinks.retrieve', () => client.paymentLinks.retrieve(link?.id), has({ active: false }));
  await call(
    'billingPortal.sessions.create',
    () => client.billingPortal.sessions.create({ customer: id, return_url: 'https://example.com/account' }),
    has({ customer: id, return_url: 'https://example.com/account' }),
  );
  const subscription = await call('subscriptions.create (with a trial)', () =>
    client.subscriptions.create({ customer: id, items: [{ price: price?.id }], trial_period_days: 7 }),
  );
  const item = await call('subscriptionItems.create', () =>
    client.subscriptionItems.create({ subscription: subscription?.id, price: price?.id, quantity: 2 }),
  );
  await call(
    'subscriptionItems.update',
    () => client.subscriptionItems.update(item?.id, { quantity: 3 }),
    has({ quantity: 3 }),
  );
  await call(
    'subscriptionItems.list',
    () => client.subscriptionItems.list({ subscription: subscription?.id }),
    lists(item?.id),
  );
  await call('subscriptionItems.del', () => client.subscriptionItems.del(item?.id), has({ deleted: true }));
  await call(
    'subscriptions.update (at the end)',
    () => client.subscriptions.update(subscription?.id, { cancel_at_period_end: true }),
    has({ cancel_at_period_end: true }),
  );
  const account = await call(
    'accounts.create',
    () => client.accounts.create({ type: 'express', country: 'NL', email: 'shop@example.com' }),
    has({ type: 'express', country: 'NL', email: 'shop@example.com' }),
  );
  await call(
    'accounts.update',
    () => client.accounts.update(account?.id, { metadata: { a: '1' } }),
    has({ id: account?.id }),
  );
  await call(
    'accountLinks.create',
    () =>
      client.accountLinks.create({
        ...{ account: account?.id, type: 'account_onboarding' },
        ...{ refresh_url: 'https://example.com/again', return_url: 'https://example.com/done' },
      }),
    ({ url }) => typeof url === 'string',
  );
  await call('accounts.del', () => client.accounts.del(account?.id), has({ deleted: true }));
  await call(
    'accounts.retrieve (gone)',
    rejects(() => client.accounts.retrieve(account?.id), 404),
    isTrue,
  );
};
