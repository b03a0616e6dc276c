import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../src/core/primitives/json.ts';
import { compileService } from '../../../../src/openapi/compile.ts';
import { checkScenario } from '../../../../src/scenario/data/check-scenario.ts';
import { createScenario } from '../../../../src/scenario/document/read-scenario.ts';
import type { ScenarioDocument } from '../../../../src/scenario/document/scenario-schema.ts';
import { exportsDocument, steps, withStatus } from '../exports.ts';

const service = compileService(exportsDocument(withStatus));
const problemsOf = (lifecycles: object): readonly string[] =>
  checkScenario(createScenario(undefined, { lifecycles } as unknown as ScenarioDocument), service).map(
    ({ message, hint = '' }) => `${message}. ${hint}`.trim(),
  );
const withSteps = (...listed: readonly object[]): object => ({ exports: [{ steps: listed }] });
const last = { is: 'done' };

test('the lifecycle of the documentation is accepted', () => {
  expect(problemsOf({ exports: [{ property: 'status', steps }] })).toEqual([]);
});

test.each<[string, object, RegExp]>([
  [
    'an unknown collection',
    { export: [{ steps: [last] }] },
    /lifecycles names an unknown collection "export".*Did you mean "exports"/,
  ],
  [
    'an unknown property',
    { exports: [{ property: 'sttus', steps: [last] }] },
    /lifecycles.exports\[0\].property names an unknown property "sttus".*Did you mean "status"/,
  ],
  [
    'an unknown value',
    withSteps({ is: 'qeued', for: '1s' }, last),
    /steps\[0\].is names an unknown value "qeued" of status.*Did you mean "queued"/,
  ],
  ['no way to the next step', withSteps({ is: 'queued' }, last), /steps\[0\] has no way to the next step/],
  ['a time of nothing', withSteps({ is: 'queued', for: '0s' }, last), /steps\[0\].for must be longer than 0/],
  [
    'a time of the last step',
    withSteps({ is: 'queued', for: '1s' }, { is: 'done', for: '1s' }),
    /steps\[1\] is the last step/,
  ],
  [
    'a repeated value',
    withSteps({ is: 'queued', for: '1s' }, { is: 'queued' }),
    /steps\[1\].is is the value of an earlier step/,
  ],
  [
    'an unknown property in set',
    withSteps({ is: 'queued', for: '1s', set: { startdAt: 1 } }, last),
    /steps\[0\].set.startdAt names an unknown property.*Did you mean "startedAt"/,
  ],
  [
    'a wrong value in set',
    withSteps({ is: 'queued', for: '1s', set: { attempts: 'x' } }, last),
    /steps\[0\].set.attempts must be/,
  ],
  [
    'a request in set',
    withSteps({ is: 'queued', for: '1s', set: { url: { $from: 'body.url' } } }, last),
    /\$from.*must be "now"/,
  ],
  [
    'an unknown key in set',
    withSteps({ is: 'queued', for: '1s', set: { url: { $form: 'now' } } }, last),
    /Did you mean "\$from"/,
  ],
  ['two of one property', { exports: [{ steps: [last] }, { steps: [last] }] }, /a second lifecycle of status/],
])('%s is a problem with its place', (_name, lifecycles, message) => {
  const found = problemsOf(lifecycles);
  expect(found).toHaveLength(1);
  expect(found[0]).toMatch(message);
});

test.each<[unknown, string, RegExp]>([
  [[{ is: 'qeued', for: '1s' }, last], '/0/is', /unknown value "qeued".*Did you mean "queued"/],
  [[{ is: 'queued', polls: 0 }, last], '/0/polls', /must be a whole number, 1 or more/],
  [[{ is: 'queued', for: 'soon' }, last], '/0/for', /must be a duration/],
  [[{ is: 'queued', for: '1s', pols: 1 }, last], '/0/pols', /unknown key "pols".*Did you mean "polls"/],
  [['queued', last], '/0', /must be a map with is/],
  [{ steps: [] }, '/steps', /must be a list with at least one step/],
  [7, '/steps', /must be a list with at least one step/],
])('a document that states %j says what is wrong in the same way', (lifecycle, place, message) => {
  const stated = { 'x-vivarium': { lifecycle } } as JsonObject;
  const { problems } = compileService(exportsDocument(withStatus, stated));
  const pointer = `/paths/~1exports/post/x-vivarium/lifecycle${place}`;
  expect(problems).toEqual([{ code: 'VIV_X_VIVARIUM_INVALID', pointer, message: expect.stringMatching(message) }]);
});
