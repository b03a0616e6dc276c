import { type Driver, isTrue, type Loose, rejects } from './driver.ts';

/** All of the pages of a list: some of the SDK's lists are pages, some plain values. */
const listed = (value: Loose): Loose[] => (Array.isArray(value) ? value : (value.data ?? value.result?.data ?? []));

const has = (id: unknown) => (value: Loose) => listed(value).some((item) => item.id === id);

export const mistral: Driver['drive'] = async ({ Mistral }, serverURL, call) => {
  const client = new Mistral({ apiKey: 'My API Key', serverURL });
  const messages = [{ role: 'user', content: 'Who is the best French painter?' }];
  const models = await call(
    'models.list',
    () => client.models.list(),
    ({ data }) => data.length > 0,
  );
  const modelId = models?.data[0]?.id;
  await call(
    'models.retrieve',
    () => client.models.retrieve({ modelId }),
    ({ id }) => id === modelId,
  );
  await call(
    'chat.complete',
    () => client.chat.complete({ model: 'large-latest', messages }),
    ({ choices }) => typeof choices[0].message.content === 'string',
  );
  await call(
    'chat.stream',
    async () => {
      const chunks: Loose[] = [];
      for await (const { data } of await client.chat.stream({ model: 'large-latest', messages })) chunks.push(data);
      return chunks;
    },
    (chunks) => chunks.length > 1 && chunks.every(({ choices }: Loose) => choices.length > 0),
  );
  await call(
    'embeddings.create',
    () => client.embeddings.create({ model: 'embed', inputs: ['One', 'Two'] }),
    ({ data }) => data.length > 0,
  );

  await call(
    'chat.complete (several messages)',
    () => client.chat.complete({ model: 'small', messages: [{ role: 'system', content: 'Be brief.' }, ...messages] }),
    ({ model, choices }) => model === 'small' && choices.length > 0,
  );
  await call(
    'models.retrieve (missing)',
    rejects(() => client.models.retrieve({ modelId: 'no-such-model' }), 404),
    isTrue,
  );

  const file = await call(
    'files.upload',
    () => client.files.upload({ file: { fileName: 'mine.jsonl', content: Buffer.from('{"a":1}') }, purpose: 'batch' }),
    ({ filename, purpose }) => filename === 'mine.jsonl' && purpose === 'batch',
  );
  const fileId = file?.id;
  await call(
    'files.retrieve',
    () => client.files.retrieve({ fileId }),
    ({ filename }) => filename === 'mine.jsonl',
  );
  await call('files.list', () => client.files.list({}), has(fileId));
  await call(
    'files.download',
    async () => new Response(await client.files.download({ fileId })).text(),
    (text) => text === '{"a":1}',
  );
  await call(
    'files.list (a page)',
    () => client.files.list({ pageSize: 1 }),
    (value) => listed(value).length === 1,
  );
  const job = await call(
    'batch.jobs.create',
    () => client.batch.jobs.create({ inputFiles: [fileId], model: 'small-latest', endpoint: '/v1/chat/completions' }),
    ({ model, inputFiles }) => model === 'small-latest' && inputFiles[0] === fileId,
  );
  await call(
    'batch.jobs.get',
    () => client.batch.jobs.get({ jobId: job?.id }),
    ({ model }) => model === 'small-latest',
  );
  await call('batch.jobs.list', () => client.batch.jobs.list({}), has(job?.id));
  await call(
    'batch.jobs.cancel',
    () => client.batch.jobs.cancel({ jobId: job?.id }),
    ({ status }) => /^CANCEL/.test(status),
  );
  await call(
    'files.delete',
    () => client.files.delete({ fileId }),
    ({ deleted }) => deleted === true,
  );
  await call(
    'files.retrieve (gone)',
    rejects(() => client.files.retrieve({ fileId }), 404),
    isTrue,
  );

  const { agents, conversations, libraries } = client.beta;
  const agent = await call(
    'beta.agents.create',
    () => agents.create({ model: 'large-latest', name: 'Ada', tools: [{ type: 'web_search' }] }),
    ({ name, tools }) => name === 'Ada' && tools[0].type === 'web_search',
  );
  const agentId = agent?.id;
  await call(
    'beta.agents.get',
    () => agents.get({ agentId }),
    ({ name }) => name === 'Ada',
  );
  await call('beta.agents.list', () => agents.list({}), has(agentId));
  await call(
    'beta.agents.update',
    () => agents.update({ agentId, updateAgentRequest: { description: 'Counts' } }),
    ({ name, description }) => name === 'Ada' && description === 'Counts',
  );
  await call('beta.agents.delete', async () => (await agents.delete({ agentId })) === undefined, isTrue);
  await call(
    'beta.agents.get (gone)',
    rejects(() => agents.get({ agentId }), 404),
    isTrue,
  );

  const conversation = await call(
    'beta.conversations.start',
    () => conversations.start({ inputs: 'Hello', model: 'large-latest' }),
    ({ outputs }) => outputs.length > 0,
  );
  const { conversationId } = conversation ?? {};
  await call(
    'beta.conversations.get',
    () => conversations.get({ conversationId }),
    ({ id, model }) => id === conversationId && model === 'large-latest',
  );
  await call(
    'beta.conversations.append',
    () => conversations.append({ conversationId, conversationAppendRequest: { inputs: 'And now?' } }),
    (value) => value.conversationId === conversationId && value.outputs.length > 0,
  );
  await call('beta.conversations.list', () => conversations.list({}), has(conversationId));
  await call(
    'beta.conversations.delete',
    async () => (await conversations.delete({ conversationId })) === undefined,
    isTrue,
  );

  const library = await call(
    'beta.libraries.create',
    () => libraries.create({ name: 'Papers', description: 'Of 1905' }),
    ({ name, description }) => name === 'Papers' && description === 'Of 1905',
  );
  const libraryId = library?.id;
  await call('beta.libraries.list', () => libraries.list({}), has(libraryId));
  await call(
    'beta.libraries.update',
    () => libraries.update({ libraryId, updateLibraryRequest: { name: 'Books' } }),
    ({ name, description }) => name === 'Books' && description === 'Of 1905',
  );
  await call(
    'beta.libraries.get',
    () => libraries.get({ libraryId }),
    ({ name }) => name === 'Books',
  );
  await call('beta.libraries.delete', () => libraries.delete({ libraryId }));
  await call(
    'beta.libraries.get (gone)',
    rejects(() => libraries.get({ libraryId }), 404),
    isTrue,
  );
};
