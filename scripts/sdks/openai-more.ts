import { type Driver, isTrue, type Loose, rejects } from './driver.ts';

/** Models one by one, completions, images and audio from files, the content of a file. */
export const openaiMore: Driver['drive'] = async ({ default: OpenAI, toFile }, baseURL, call) => {
  const client = new OpenAI({ apiKey: 'My API Key', baseURL, maxRetries: 0 });
  const picture = (): Promise<Loose> => toFile(Buffer.from('a picture'), 'cat.png');
  const sound = (): Promise<Loose> => toFile(Buffer.from('a sound'), 'speech.mp3');
  const models = await call('models.list (ids)', async () =>
    (await client.models.list()).data.map(({ id }: Loose) => id),
  );
  const [model] = models ?? [];
  await call(
    'models.retrieve',
    () => client.models.retrieve(model),
    ({ id }) => id === model,
  );
  await call(
    'models.delete',
    () => client.models.delete(model),
    ({ id, deleted }) => id === model && deleted === true,
  );
  await call(
    'models.retrieve (gone)',
    rejects(() => client.models.retrieve(model), 404),
    isTrue,
  );
  await call(
    'completions.create',
    () => client.completions.create({ model: 'gpt-3.5-turbo-instruct', prompt: 'Say this' }),
    ({ choices }) =>
      choices.length > 0 && choices.every(({ index }: Loose, place: number) => index === undefined || index === place),
  );
  await call(
    'chat.completions.create (two choices)',
    () => client.chat.completions.create({ model: 'gpt-4o', n: 2, messages: [{ role: 'user', content: 'Hi' }] }),
    ({ choices, model: used }) => choices.length > 0 && used === 'gpt-4o',
  );
  await call(
    'images.edit',
    async () => client.images.edit({ image: await picture(), prompt: 'A hat', n: 1 }),
    ({ data }) => data.length > 0,
  );
  await call(
    'images.createVariation',
    async () => client.images.createVariation({ image: await picture() }),
    ({ data }) => data.length > 0,
  );
  await call(
    'audio.transcriptions.create',
    async () => client.audio.transcriptions.create({ file: await sound(), model: 'whisper-1' }),
    ({ text }) => typeof text === 'string',
  );
  await call(
    'audio.translations.create',
    async () => client.audio.translations.create({ file: await sound(), model: 'whisper-1' }),
    ({ text }) => typeof text === 'string',
  );
  const file = await call(
    'files.create (of text)',
    async () =>
      client.files.create({ file: await toFile(Buffer.from('{"a":1}\n'), 'more.jsonl'), purpose: 'fine-tune' }),
    ({ filename, bytes, purpose }) => filename === 'more.jsonl' && bytes === 8 && purpose === 'fine-tune',
  );
  await call(
    'files.content',
    async () => (await client.files.content(file?.id)).text(),
    (text) => text.includes('{"a":1}') || text.includes('{\\"a\\":1}'),
  );
  await call(
    'chat.completions.create (a stream)',
    async () => {
      const chunks: Loose[] = [];
      const messages = [{ role: 'user', content: 'Hi' }];
      for await (const chunk of await client.chat.completions.create({ model: 'gpt-4o', messages, stream: true }))
        chunks.push(chunk);
      return chunks;
    },
    (chunks) => chunks.length > 0,
  );
  await call(
    'files.list (all)',
    async () => {
      const ids: Loose[] = [];
      for await (const { id } of client.files.list()) ids.push(id);
      return ids;
    },
    (ids) => new Set(ids).size === ids.length && ids.includes(file?.id),
  );
  await call(
    'images.generate (of a size)',
    () => client.images.generate({ prompt: 'A cat', n: 2, size: '512x512', response_format: 'url' }),
    ({ data }) => data.every(({ url }: Loose) => typeof url === 'string'),
  );
  await call(
    'moderations.create (of several)',
    () => client.moderations.create({ input: ['One', 'Two'], model: 'text-moderation-latest' }),
    ({ results }) => results.length > 0,
  );
  await call(
    'files.retrieve (missing)',
    rejects(() => client.files.retrieve('file-missing'), 404),
    isTrue,
  );
};
