/** Each document is served once. All that sends it requests shares what it has compiled and generated, and has worlds of its own. */
import { afterAll, beforeAll, describe, test } from 'vitest';
import { expectKept } from './live/kept.ts';
import { canJudge, judgeByPrism, type Objections, reportPrism } from './live/prism.ts';
import { expectRefusals, reportRefusals } from './live/refusals.ts';
import { expectAcceptedSamples } from './live/samples.ts';
import { expectState, reportState } from './live/state.ts';
import { expectFewExceptions, expectSuccesses, reportSweep } from './live/sweep.ts';
import { expectNoFindings, isVerified, reportVerify } from './live/verify.ts';
import { fileNames } from './sources.ts';
import { type LiveDocument, startDocument, timeoutMs } from './support/live-documents.ts';

afterAll(() => {
  reportSweep();
  reportPrism();
  reportRefusals();
  reportState();
  reportVerify();
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

  test('generated requests get documented responses', () => expectAcceptedSamples(live));

  test('a world that keeps what it generated responds like one that keeps nothing', () => expectKept(live));

  if (isJudged && isVerified(name))
    test('no response to `vivarium verify` is a finding', () => expectNoFindings(live, (prism as Objections).judge));
});

test('less than 2 % of the operations are exceptions', expectFewExceptions);
