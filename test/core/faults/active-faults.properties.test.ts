/** The faults that may match a request are found as a look at all of them finds them. */
import { expect, test } from 'vitest';
import { ActiveFaults, maxNamedMismatches } from '../../../src/core/faults/active-faults.ts';
import { type FaultSubject, matchesRequest, matchesTarget } from '../../../src/core/faults/conditions.ts';
import type { Fault, FaultEntry, FaultOn } from '../../../src/core/faults/fault.ts';
import type { Named } from '../../../src/core/service/names.ts';
import fc from '../../fast-check.ts';
import { requestOf } from '../helpers.ts';

const operation = (service: string, localName: string, name = localName): Named => ({ service, localName, name });
const operations = [
  operation('shop', 'listPets'),
  operation('shop', 'getPet'),
  operation('shop', 'getOrder', 'shop.getOrder'),
  operation('users', 'getOrder', 'users.getOrder'),
  operation('oidc', 'token', 'oidc.token'),
];

const oneOrMore = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | readonly Value[]> =>
  fc.oneof(value, fc.array(value, { minLength: 1, maxLength: 3 }));
const paths = ['/pets', '/pets/7', '/pets/8', '/', '/a b', '/*'];
const ons: fc.Arbitrary<FaultOn> = fc.record(
  {
    operation: oneOrMore(
      fc.constantFrom('listPets', 'getPet', 'getOrder', 'shop.getOrder', 'users.*', 'get*', '*', 'none', 'oidc.token'),
    ),
    service: oneOrMore(fc.constantFrom('shop', 'users', '*', 's*', 'oidc')),
    method: oneOrMore(fc.constantFrom('GET', 'get', 'HEAD', 'POST', 'DELETE')),
    path: oneOrMore(fc.constantFrom(...paths, '/pets/', '/pets/*', '/*/7', '*', '/a%20b', 'pets')),
    header: fc.constantFrom({ 'X-A': '1' }, { 'x-a': '*' }),
  },
  { requiredKeys: [] },
);
const entries: fc.Arbitrary<readonly FaultEntry[]> = fc
  .array(fc.record({ on: fc.option(ons, { nil: undefined }), enabled: fc.boolean() }), { maxLength: 40 })
  .map((faults) =>
    faults.map(({ on, enabled }, index) => {
      const status = { type: 'status', status: 404, headers: undefined, body: undefined, work: 'skipped' };
      const effect = index % 5 === 4 ? { type: 'token', token: 'expired' } : status;
      return { enabled, fault: { name: `f${index}`, effect, ...(on !== undefined && { on }) } as unknown as Fault };
    }),
  );

/** The method of the operation follows from the request's. */
const subjects: fc.Arbitrary<FaultSubject> = fc
  .record({
    operation: fc.option(fc.constantFrom(...operations), { nil: undefined }),
    service: fc.constantFrom('shop', 'users', undefined),
    method: fc.constantFrom('GET', 'HEAD', 'POST', 'DELETE'),
    path: fc.option(fc.constantFrom(...paths), { nil: undefined }),
    header: fc.boolean(),
  })
  .map(({ operation: of, service, method, path, header }) => ({
    request: requestOf(method, path ?? '/', header ? { headers: { 'x-a': '1' } } : {}),
    operation: of,
    service: of?.service ?? service,
    endpoint: of?.service === 'oidc' ? 'token' : undefined,
    effectiveMethod: method === 'HEAD' ? 'GET' : method,
    path,
    query: () => undefined,
    body: () => undefined,
  }));

const expectSame = (active: ActiveFaults, subject: FaultSubject): void => {
  const faults = active.entries.map(({ fault }) => fault);
  const { faults: candidates, others } = active.candidatesFor(subject);
  const matching = faults.filter((fault) => matchesTarget(fault, subject) && matchesRequest(fault.on, subject));
  expect(candidates.filter(({ on }) => matchesRequest(on, subject))).toEqual(matching);
  // What is no candidate is named, and the candidates are in the order of the world.
  expect(candidates).toEqual(faults.filter((fault) => candidates.includes(fault)));
  const rest = faults.filter((fault) => !candidates.includes(fault)).map(({ name }) => name);
  expect(others).toEqual(rest.slice(0, maxNamedMismatches));
};

test('for any faults and any requests, in any order', () => {
  fc.assert(
    fc.property(entries, fc.array(subjects, { minLength: 1, maxLength: 12 }), (faults, requests) => {
      const active = new ActiveFaults(new Map(faults.map((entry) => [entry.fault.name, entry])));
      expect(active.entries).toEqual(faults.filter(({ enabled }) => enabled));
      for (const subject of [...requests, ...requests.toReversed()]) expectSame(active, subject);
    }),
    { numRuns: 300 },
  );
});

test('of the faults on other operations, the first ten are named', () => {
  const elsewhere = Array.from({ length: 12 }, (_, index): FaultEntry => {
    const fault = { name: `f${index}`, on: { operation: 'none' }, effect: { type: 'status' } };
    return { enabled: true, fault: fault as Fault };
  });
  const active = new ActiveFaults(new Map(elsewhere.map((entry) => [entry.fault.name, entry])));
  const [subject] = fc.sample(subjects, { numRuns: 1, seed: 1 }) as [FaultSubject];
  const names = elsewhere.slice(0, 10).map(({ fault }) => fault.name);
  expect(active.candidatesFor(subject)).toEqual({ faults: [], others: names });
});

test('for more operations than what is found for them can be kept', () => {
  const [fault] = fc.sample(
    entries.filter(({ length }) => length > 0),
    { numRuns: 1, seed: 1 },
  )[0] as readonly FaultEntry[];
  const all = Array.from({ length: 2000 }, (_, index): FaultEntry => {
    const on = index % 500 === 0 ? { operation: `op${index % 120}` } : undefined;
    return { enabled: true, fault: { ...(fault as FaultEntry).fault, name: `f${index}`, on } as Fault };
  });
  const active = new ActiveFaults(new Map(all.map((entry) => [entry.fault.name, entry])));
  const [subject] = fc.sample(subjects, { numRuns: 1, seed: 1 }) as [FaultSubject];
  const names = Array.from({ length: 120 }, (_, index) => operation('shop', `op${index}`));
  for (const named of [...names, ...names.slice(0, 3)]) {
    const { faults } = active.candidatesFor({ ...subject, operation: named });
    expect(faults).toHaveLength(
      all.filter(({ fault }) => matchesTarget(fault, { ...subject, operation: named })).length,
    );
  }
});
