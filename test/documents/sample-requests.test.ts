/** Each operation is sent the request that is made up for it, over `world.fetch`. */
import { expect, test } from 'vitest';
import { type JsonObject, stringifyJson } from '../../src/core/json.ts';
import { isJsonType } from '../../src/core/media-type.ts';
import type { Operation } from '../../src/core/service.ts';
import { createVivarium } from '../../src/index.ts';
import { compileService } from '../../src/openapi/compile.ts';
import { loadDocument } from '../../src/openapi/load.ts';
import { defaultDocument } from '../../src/scenario/seeds.ts';
import { type SampleRequest, sampleRequest } from '../../src/world/sample-request.ts';
import { fileNames, pathOf } from './sources.ts';

const now = Date.UTC(2030, 5, 1);

/** What these take and answer is one of several schemas that the same objects fit. */
const impossible = /^shared\/grocy-api\.json (GET|POST|PUT) \/objects\//;

/** The request with what the first alternative of the operation's security asks for. */
const toRequest = ({ method, path, headers, body }: SampleRequest, { security }: Operation): Request => {
  const url = new URL(path, 'http://localhost');
  const sent = new Headers(headers);
  for (const scheme of security[0] ?? []) {
    if (scheme.type === 'bearer') sent.set('authorization', 'Bearer demo');
    else if (scheme.type === 'basic') sent.set('authorization', `Basic ${btoa('ada:demo')}`);
    else if (scheme.in === 'header') sent.set(scheme.name, 'demo');
    else if (scheme.in === 'query') url.searchParams.append(scheme.name, 'demo');
    else sent.set('cookie', [sent.get('cookie'), `${scheme.name}=demo`].filter(Boolean).join('; '));
  }
  const isBodiless = body === undefined || method === 'GET' || method === 'HEAD';
  const text = isBodiless ? null : isJsonType(body.mediaType) ? stringifyJson(body.value) : String(body.value);
  return new Request(url, { method, headers: sent, body: text });
};

const oddAnswers = async (document: JsonObject, file: string): Promise<readonly string[]> => {
  const service = compileService(document);
  await service.ready();
  const vivarium = await createVivarium({ document, scenario: defaultDocument(service.collections) });
  const world = vivarium.world('sweep');
  const odd: string[] = [];
  for (const operation of service.operations) {
    const name = `${file} ${operation.method} ${operation.path}`;
    // Fetch knows no such method.
    if (impossible.test(name) || operation.method === 'TRACE') continue;
    const request = toRequest(sampleRequest(service, operation, { seed: 5, now, state: undefined }), operation);
    const { status } = await world.fetch(request);
    const violations = world.exchanges()[0]?.violations ?? [];
    if (violations.length > 0 || (status !== 404 && status >= 400))
      odd.push(`${name}: ${status} ${violations.map(({ side, message }) => `${side} ${message}`).join('; ')}`);
  }
  await vivarium.close();
  return odd;
};

test.each(fileNames)('%s: what is asked as documented is answered as documented', async (file) => {
  expect(await oddAnswers((await loadDocument(pathOf(file))).document, file)).toEqual([]);
});
