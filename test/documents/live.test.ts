/** Each document is served once. All that sends it requests shares what it has compiled and generated, and has worlds of its own. */
import { afterAll, beforeAll, describe, test } from 'vitest';
import { canJudge, judgeByPrism, type Objections, reportPrism } from './live/prism.ts';
import { expectRefusals, reportRefusals } from './live/refusals.ts';
import { expectState, reportState } from './live/state.ts';
import { expectFewExceptions, expectSuccesses, reportSweep } from './live/sweep.ts';
import { fileNames } from './sources.ts';
import { type LiveDocument, startDocument, timeoutMs } from './support/live-documents.ts';

afterAll(() => {
  reportSweep();
  reportPrism();
  reportRefusals();
  reportState();
});

describe.each(fileNames)('%s', { timeout: timeoutMs }, (name) => {
  let live: LiveDocument;
  const isJudged = canJudge(name);
  let prism: Objections | undefined;
  beforeAll(async () => {
    live = await startDocument(name);
    if (isJudged) prism = await judgeByPrism(live);
  });
  afterAll(() => live.vivarium.close());

  test('valid requests get documented successes with valid bodies', () => expectSuccesses(live, prism?.onReply));

  if (isJudged) test('Prism accepts every response to them', () => prism?.expectNone());

  test('incomplete requests, and those without a credential, are rejected', () => expectRefusals(live));

  test('items of each collection can be read, listed, changed and deleted', () => expectState(live));
});

test('less than 2 % of the operations are exceptions', expectFewExceptions);
