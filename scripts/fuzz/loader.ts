/** Loads documents and scenarios for the fuzzer, in its own process: a hang or an exhausted memory ends this process only. */
import { writeFileSync } from 'node:fs';
import { ConfigError, createVivarium } from '../../src/index.ts';
import { silentLogger } from '../../src/world/logger.ts';

export interface LoadRequest {
  readonly document: string;
  readonly overlay: string | undefined;
  readonly scenario: string | undefined;
  /** A folder to write them to. */
  readonly folder: string;
}

export interface LoadResult {
  readonly outcome: 'served' | 'rejected';
  /** Null: served, or rejected with a `ConfigError`. */
  readonly error: string | null;
}

const failures: string[] = [];
process.on('unhandledRejection', (error) => failures.push(`an unhandled rejection: ${(error as Error)?.stack}`));

const load = async ({ document, overlay, scenario, folder }: LoadRequest): Promise<void> => {
  const write = (name: string, text: string): string => {
    writeFileSync(`${folder}/${name}`, text, 'latin1');
    return `${folder}/${name}`;
  };
  const vivarium = await createVivarium({
    document: write('api.yaml', document),
    ...(overlay !== undefined && { overlay: [write('overlay.yaml', overlay)] }),
    ...(scenario === undefined ? { scenario: {} } : { scenario: 'fuzz', scenarios: folder }),
    logger: { ...silentLogger, error: (text, error) => failures.push(`${text} ${(error as Error)?.stack}`) },
  });
  try {
    const { url } = await vivarium.listen({ port: 0 });
    const read = async (path: string) => (await fetch(`${url}/_vivarium/api${path}`)).json();
    const { operations } = (await read('/service')) as { operations: readonly { operation: string }[] };
    // A lone surrogate cannot be in a URL.
    for (const { operation } of operations.filter((one) => one.operation.isWellFormed()).slice(0, 5)) {
      const { method, path, headers, body } = (await read(
        `/service/operations/${encodeURIComponent(operation)}/request`,
      )) as { method: string; path: string | undefined; headers?: Record<string, string>; body?: unknown };
      if (path === undefined) continue;
      const response = await fetch(url + path, {
        method,
        ...(headers !== undefined && { headers }),
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }).catch((error: Error) => error);
      // `fetch` rejects invalid names and values of headers by itself.
      if (response instanceof Response) await response.arrayBuffer();
    }
  } finally {
    await vivarium.close();
  }
};

process.on('disconnect', () => process.exit(0));
process.on('message', async (request: LoadRequest) => {
  if (request.scenario !== undefined) writeFileSync(`${request.folder}/fuzz.yaml`, request.scenario, 'latin1');
  let outcome: LoadResult['outcome'] = 'served';
  try {
    await load(request);
  } catch (error) {
    outcome = 'rejected';
    if (!(error instanceof ConfigError)) failures.push(error instanceof Error ? (error.stack ?? '') : String(error));
  }
  const error = failures.length === 0 ? null : failures.splice(0).join('\n');
  process.send?.({ outcome, error } satisfies LoadResult);
});
process.send?.('ready');
