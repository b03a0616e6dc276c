/** The library writes nothing by itself; a logger receives its messages. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { ConfigError, createVivarium, type Logger, type VivariumOptions } from '../../src/index.ts';
import { Clock } from '../../src/world/clock.ts';
import { Listeners } from '../../src/world/listeners.ts';
import { documentOf, listOf, named, text } from '../short-document.ts';

const document = documentOf('Notes', { '/notes': { get: named('listNotes', listOf({ ...text, pattern: '[' })) } });

const bug = new Error('a bug');

/** Serves a document with a problem, and a request that meets a bug. */
const exercise = async (options: VivariumOptions, path = '/notes'): Promise<void> => {
  const vivarium = await createVivarium({ document, ...options });
  const { serviceUrl } = await vivarium.listen({ port: 0 });
  const broken = vi.spyOn(Clock.prototype, 'now').mockImplementation(() => {
    throw bug;
  });
  onTestFinished(() => broken.mockRestore());
  const response = await fetch(`${serviceUrl}${path}`);
  broken.mockRestore();
  expect(response.status).toBe(500);
  await response.text();
  await vivarium.close();
};

const createLogger = () => ({ info: vi.fn(), warn: vi.fn(), error: vi.fn() }) satisfies Logger;

test('without a logger nothing is written', async () => {
  const written = [
    vi.spyOn(process.stdout, 'write').mockReturnValue(true),
    vi.spyOn(process.stderr, 'write').mockReturnValue(true),
    ...(['log', 'info', 'warn', 'error', 'debug'] as const).map((name) =>
      vi.spyOn(console, name).mockImplementation(() => {}),
    ),
  ];
  try {
    await exercise({});
    expect(written.flatMap((spy) => spy.mock.calls)).toEqual([]);
  } finally {
    for (const spy of written) spy.mockRestore();
  }
});

test('a logger receives the address, the problems of the document, and errors', async () => {
  const logger = createLogger();
  await exercise({ logger });
  expect(logger.info.mock.calls).toEqual([
    [expect.stringMatching(/^Listening on http:\/\/127\.0\.0\.1:\d+\. The service is at http:/)],
  ]);
  expect(logger.warn.mock.calls).toEqual([[expect.stringContaining('/items/pattern')]]);
  expect(logger.error.mock.calls).toEqual([['Internal error while handling GET /notes.', bug]]);
});

test('the log of an error has no secret of the path', async () => {
  const logger = createLogger();
  const responses = { 200: { description: 'A reset.' } };
  const parameters = [{ name: 'token', in: 'path', required: true, schema: { type: 'string' } }];
  const paths = { '/resets/{token}': { get: { parameters, responses } } };
  await exercise({ document: { openapi: '3.1.1', info: { title: '', version: '' }, paths }, logger }, '/resets/KEPT');
  expect(logger.error.mock.calls).toEqual([['Internal error while handling GET /resets/[redacted].', bug]]);
});

test('a listener that fails is logged, and the others are called', () => {
  const logger = createLogger();
  const listeners = new Listeners<string>(logger);
  const heard: string[] = [];
  const failure = new Error('a listener failed');
  listeners.add(() => {
    throw failure;
  });
  listeners.add((event) => heard.push(event));
  listeners.emit('once');
  expect(heard).toEqual(['once']);
  expect(logger.error.mock.calls).toEqual([['A listener of the simulation failed.', failure]]);
});

test('a logger without one of its functions is rejected', async () => {
  const incomplete = { info: () => {}, warn: () => {} } as unknown as Logger;
  const error = await createVivarium({ logger: incomplete }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ConfigError);
  expect((error as ConfigError).problems).toMatchObject([
    { code: 'VIV_OPTION_INVALID', message: expect.stringContaining('must be an object with the functions') },
  ]);
});
