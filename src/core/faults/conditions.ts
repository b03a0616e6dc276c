/** The conditions of faults: on which requests, and when, a fault fires. A probability is a seeded draw. */
import { type HttpRequest, headerOf, normalizePath } from '../http/http.ts';
import { equalsJson, getProperty, isJsonObject, type Json } from '../primitives/json.ts';
import { randomOf, seedFrom } from '../primitives/seeded-random.ts';
import { matchesWildcard } from '../primitives/wildcard.ts';
import { type EndpointName, namesEndpoint } from '../service/login-facts.ts';
import { matchesName, type Named } from '../service/names.ts';
import type { Fault, FaultOn, FaultWhen } from './fault.ts';

/** Whether `now` is within the fault's window; world times. */
export const isWithinWindow = (when: FaultWhen | undefined, since: number, now: number): boolean => {
  if (when?.fromMs === undefined && when?.forMs === undefined) return true;
  const opens = since + (when.fromMs ?? 0);
  return now >= opens && (when.forMs === undefined || now < opens + when.forMs);
};

/** The parts of a request that the selection of faults depends on. */
export interface FaultSubject {
  readonly request: HttpRequest;
  readonly operation: Named | undefined;
  /** The endpoint of the issuer; undefined for every other operation. */
  readonly endpoint?: EndpointName | undefined;
  /** The name of the service below whose base path the request is; undefined if there is none. */
  readonly service: string | undefined;
  /** The method of the operation: GET for a HEAD request that a GET operation handles. */
  readonly effectiveMethod: string;
  /** The path below the base path, in its normal form; undefined if it is not below any. */
  readonly path: string | undefined;
  readonly query: () => URLSearchParams | undefined;
  readonly body: () => Json | undefined;
}

/** Whether the fault fires on the `seen`th (from 1) request that counts for it, regardless of `chance`. */
export const passesCount = (when: FaultWhen | undefined, seen: number): boolean => {
  if (when === undefined) return true;
  const rest = seen - (when.after ?? 0);
  if (rest < 1) return false;
  const every = when.every ?? 1;
  if (rest % every !== 0) return false;
  return when.first === undefined || rest / every <= when.first;
};

/** Whether `chance` lets the fault fire. The seed is derived from the world, the operation, the fault and the call number. */
export const passesProbability = (
  fault: Fault,
  worldSeed: number,
  operation: string | undefined,
  call: number,
): boolean => {
  const chance = fault.when?.chance;
  return chance === undefined || randomOf(seedFrom(worldSeed, operation ?? '', fault.name, call)) < chance;
};

/** Whether the fault is for the target of the request. The issuer is disturbed by faults that name an endpoint, and by those of tokens. */
export const matchesTarget = ({ on, effect }: Pick<Fault, 'on' | 'effect'>, subject: FaultSubject): boolean => {
  if (effect.type === 'webhook' || on?.webhook !== undefined) return false;
  const { endpoint } = subject;
  if (effect.type === 'token' && endpoint !== 'token') return false;
  if (endpoint === undefined || (effect.type === 'token' && on?.operation === undefined))
    return matchesParts(on, subject);
  const patterns = on?.operation === undefined ? [] : asList(on.operation);
  const named = patterns.filter(namesEndpoint);
  return named.length > 0 && matchesParts({ ...on, operation: named }, subject);
};

const matchesParts = (on: FaultOn | undefined, subject: FaultSubject) =>
  on === undefined ||
  ((on.operation === undefined || matchesOperation(on.operation, subject.operation)) &&
    (on.service === undefined || (subject.service !== undefined && matchesAny(on.service, subject.service))) &&
    (on.method === undefined || matchesMethod(on.method, subject)));

/** Whether the fault is for the request, once {@link matchesTarget} is true. */
export const matchesRequest = (on: FaultOn | undefined, subject: FaultSubject): boolean => {
  if (on === undefined) return true;
  const { request } = subject;
  return (
    (on.path === undefined || matchesPath(on.path, subject.path)) &&
    (on.header === undefined ||
      Object.entries(on.header).every(([name, pattern]) => matchesHeader(request, name, pattern))) &&
    (on.query === undefined ||
      Object.entries(on.query).every(([name, pattern]) => matchesQuery(subject, name, pattern))) &&
    (on.body === undefined || isSubset(on.body, subject.body()))
  );
};

export const asList = <Value>(value: Value | readonly Value[]): readonly Value[] =>
  Array.isArray(value) ? value : [value as Value];

export const matchesAny = (patterns: string | readonly string[], text: string): boolean =>
  asList(patterns).some((pattern) => matchesWildcard(pattern, text));

const matchesOperation = (patterns: string | readonly string[], operation: Named | undefined) =>
  operation !== undefined && asList(patterns).some((pattern) => matchesName(pattern, operation));

const matchesMethod = (methods: string | readonly string[], { request, effectiveMethod }: FaultSubject) =>
  asList(methods)
    .map((method) => method.toUpperCase())
    .some((method) => matchesWildcard(method, request.method) || method === effectiveMethod);

const matchesPath = (patterns: string | readonly string[], path: string | undefined) =>
  path !== undefined && asList(patterns).some((pattern) => matchesWildcard(normalizePath(pattern), path));

const matchesHeader = (request: HttpRequest, name: string, pattern: string) => {
  const value = headerOf(request.headers, name.toLowerCase());
  return value !== undefined && matchesWildcard(pattern, value);
};

const matchesQuery = (subject: FaultSubject, name: string, pattern: string) =>
  subject
    .query()
    ?.getAll(name)
    .some((value) => matchesWildcard(pattern, value)) ?? false;

/** Whether every property of `expected` is in `actual` with the same value. Arrays must have the same length, their elements are subsets. */
export const isSubset = (expected: Json, actual: Json | undefined): boolean => {
  if (isJsonObject(expected))
    return (
      isJsonObject(actual) &&
      Object.entries(expected).every(([name, value]) => isSubset(value, getProperty(actual, name)))
    );
  if (Array.isArray(expected))
    return (
      Array.isArray(actual) &&
      actual.length === expected.length &&
      expected.every((value, index) => isSubset(value, actual[index]))
    );
  return actual !== undefined && equalsJson(expected, actual);
};
