/** Coverage: the documented operations, statuses and parameters that clients used in one or more worlds. Independent of the journal's length. */

import { type Exchange, isCall, unknownParametersOf } from '../../core/exchange.ts';
import { type Json, plainText } from '../../core/primitives/json.ts';
import { getOrInsert } from '../../core/primitives/lazy.ts';
import { renamedSince } from '../../core/service/names.ts';
import type { DecodedParameter, Operation, Parameter } from '../../core/service/operation.ts';
import { routedOf, type Service } from '../../core/service/service.ts';
import {
  type CountKind,
  type Counts,
  countIn,
  countKinds,
  type OperationCoverage,
  ofKinds,
  type RunCoverage,
} from './coverage-report.ts';

/** Clients choose the names of faults and of unknown parameters, and the metrics keep each forever: further ones are counted together. */
export const maxCountedNames = 100;

export class Coverage {
  #service: Service;
  #run: string | undefined;
  readonly #tallies = new Map<string, Tally>();
  readonly #unmatched = new Map<string, number>();
  readonly #unknown: Budget = { left: maxCountedNames };

  constructor(service: Service) {
    this.#service = service;
  }

  /** Identifies these counts, so that a report that is merged twice counts once. */
  get run(): string {
    this.#run ??= crypto.randomUUID();
    return this.#run;
  }

  /** Counts an exchange of a client; `sent` are the decoded parameters, by index in the operation's parameters. */
  add(exchange: Exchange, sent: readonly DecodedParameter[]): void {
    if (exchange.isProbe === true) return;
    if (exchange.operation === undefined) countIn(this.#unmatched, String(exchange.response.status));
    else this.#tallyFor(exchange.operation)?.add(exchange, sent);
  }

  /** Counts a webhook or a callback; `status`: what the receiver answered, if it did. */
  addSent(webhook: string, status: number | null): void {
    this.#tallyFor(sentName(webhook))?.addSent(status);
  }

  absorb(other: Coverage): void {
    for (const [status, count] of other.#unmatched) countIn(this.#unmatched, status, count);
    for (const [name, tally] of other.#tallies) this.#tallyFor(name)?.absorb(tally);
  }

  /** The counts as data, by names that {@link addCounts} knows. */
  counts(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    const put: PutCount = (path, count) => counts.set(JSON.stringify(path), count);
    for (const [status, count] of this.#unmatched) put(['unmatched', status], count);
    for (const [name, tally] of this.#tallies) tally.write((path, count) => put([name, ...path], count));
    return counts;
  }

  /** Adds the counts of {@link counts}. Those of operations that the document does not have are dropped. */
  addCounts(counts: Iterable<readonly [name: string, count: number]>): void {
    for (const [name, count] of counts) {
      const [operation, ...path] = JSON.parse(name) as readonly [string, ...string[]];
      if (path.length === 1) countIn(this.#unmatched, path[0] as string, count);
      else this.#tallyFor(operation)?.read(path, count);
    }
  }

  clear(): void {
    this.#unmatched.clear();
    for (const tally of this.#tallies.values()) tally.clear();
    this.#unknown.left = maxCountedNames;
  }

  /** Adopts a changed document; counts are kept. */
  adopt(service: Service): void {
    const renamed = renamedSince(this.#service.operations, service.operations);
    this.#service = service;
    const tallies = [...this.#tallies];
    this.#tallies.clear();
    for (const [oldName, tally] of tallies) {
      const name = renamed.get(oldName) ?? oldName;
      this.#tallies.set(name, tally);
      tally.adopt(findOperation(service, name));
    }
  }

  /** All operations of the document, including those that were never called, and the endpoints of the issuer that were called. */
  report(): RunCoverage {
    const called = [...this.#tallies.values()].map(({ operation }) => operation);
    const endpoints = called.filter(({ endpoint }) => endpoint !== undefined);
    const tallyOf = (operation: Operation): Tally =>
      this.#tallies.get(operation.name) ?? new Tally(operation, this.#unknown);
    const report = (operations: readonly Operation[]): RunCoverage['operations'] =>
      new Map(operations.map((operation) => [operation.name, tallyOf(operation).report()]));
    return {
      operations: report([...this.#service.operations, ...endpoints]),
      unmatched: this.#unmatched,
      webhooks: report(sentBy(this.#service)),
    };
  }

  #tallyFor(name: string): Tally | undefined {
    const known = this.#tallies.get(name);
    if (known !== undefined) return known;
    const operation = findOperation(this.#service, name);
    if (operation === undefined) return undefined;
    const tally = new Tally(operation, this.#unknown);
    this.#tallies.set(name, tally);
    return tally;
  }
}

const findOperation = (service: Service, name: string): Operation | undefined =>
  service.operations.find((operation) => operation.name === name) ??
  routedOf(service)?.operations.find((operation) => operation.name === name) ??
  sentBy(service).find((operation) => operation.name === name);

/** No operation has such a name. */
const sentName = (webhook: string) => `webhooks\n${webhook}`;

/** What the service sends, as operations of the receivers. */
const sentBy = ({ webhooks = [], callbacks = [] }: Service): readonly Operation[] =>
  [...webhooks, ...callbacks].map(
    ({ name, method, responses }) =>
      ({ name: sentName(name), method, path: name, responses, parameters: [] }) as unknown as Operation,
  );

/** The number of names that may still be added. */
interface Budget {
  left: number;
}

type PutCount = (path: readonly string[], count: number) => void;

/** An optional parameter, or one with an enum. */
interface Watched {
  readonly parameter: Parameter;
  readonly at: number;
  /** `query.limit` */
  readonly label: string;
  /** The values of its enum, as texts; undefined if it has none. */
  readonly listed: readonly string[] | undefined;
}

class Tally {
  operation: Operation;
  #watched: readonly Watched[];
  #requests = 0;
  #calls = 0;
  /** The last request to an endpoint of the issuer, which has several paths. */
  #endpoint: Pick<Operation, 'method' | 'path'> | undefined;
  readonly #unknown: Budget;
  readonly #counts = ofKinds(() => new Map<string, number>());
  readonly #values = new Map<string, Map<string, number>>();

  constructor(operation: Operation, unknown: Budget) {
    this.operation = operation;
    this.#unknown = unknown;
    this.#watched = watchedOf(operation);
  }

  /** A removed operation keeps its counts. */
  adopt(operation: Operation | undefined): void {
    if (operation === undefined) return;
    this.operation = operation;
    this.#watched = watchedOf(operation);
  }

  add(exchange: Exchange, sent: readonly DecodedParameter[]): void {
    this.#requests++;
    if (isCall(exchange)) this.#calls++;
    if (this.operation.endpoint !== undefined) this.#endpoint = exchange.request;
    const { transport } = exchange;
    // A lost response has no status.
    if (transport === undefined || transport === 'truncate') this.#countStatus(exchange.response.status);
    const unknown = unknownParametersOf(exchange);
    if (unknown !== undefined) for (const name of unknown.names) this.#count('unknownParameters', name);
    for (const { name } of exchange.faults) this.#count('faults', name);
    this.#countParameters(sent);
  }

  addSent(status: number | null): void {
    this.#requests++;
    if (status !== null) this.#countStatus(status);
  }

  absorb(other: Tally): void {
    this.#requests += other.#requests;
    this.#calls += other.#calls;
    this.#endpoint ??= other.#endpoint;
    for (const kind of countKinds) for (const [name, count] of other.#counts[kind]) this.#count(kind, name, count);
    for (const [label, counts] of other.#values)
      for (const [text, count] of counts) countIn(this.#countsOf(label), text, count);
  }

  write(put: PutCount): void {
    if (this.#requests > 0) put(['requests', ''], this.#requests);
    if (this.#calls > 0) put(['calls', ''], this.#calls);
    for (const kind of countKinds) for (const [name, count] of this.#counts[kind]) put([kind, name], count);
    for (const [label, counts] of this.#values) for (const [text, count] of counts) put(['values', label, text], count);
  }

  read([kind = '', name = '', text = '']: readonly string[], count: number): void {
    if (kind === 'requests') this.#requests += count;
    else if (kind === 'calls') this.#calls += count;
    else if (kind === 'values') countIn(this.#countsOf(name), text, count);
    else for (const known of countKinds) if (known === kind) this.#count(known, name, count);
  }

  clear(): void {
    this.#requests = 0;
    this.#calls = 0;
    for (const kind of countKinds) this.#counts[kind].clear();
    this.#values.clear();
  }

  /** Clients choose the names of faults and of unknown parameters: above so many, they are counted as `other`. */
  #count(kind: CountKind, name: string, count = 1): void {
    const counts = this.#counts[kind];
    const isChosen = kind === 'unknownParameters' || kind === 'faults';
    const isFull =
      isChosen && !counts.has(name) && (kind === 'faults' ? counts.size >= maxCountedNames : this.#unknown.left-- <= 0);
    countIn(counts, isFull ? 'other' : name, count);
  }

  report(): OperationCoverage {
    const { name, endpoint } = this.operation;
    const { method, path } = this.#endpoint ?? this.operation;
    const parameters = this.#watched.filter(({ parameter }) => parameter.in !== 'path').map(({ label }) => label);
    return {
      operation: name,
      method,
      path,
      requests: this.#requests,
      calls: this.#calls,
      ...this.#counts,
      statuses: withZeros(endpoint === undefined ? this.operation.responses.keys() : [], this.#counts.statuses),
      parameters: withZeros(parameters, this.#counts.parameters),
      values: new Map(
        this.#watched.flatMap(({ label, listed }) =>
          listed === undefined ? [] : [[label, withZeros(listed, this.#values.get(label) ?? nothing)]],
        ),
      ),
    };
  }

  /** Counts under the document's key for the status; no document has those of the issuer. */
  #countStatus(status: number): void {
    const { responses, endpoint } = this.operation;
    const text = String(status);
    const key =
      responses.has(text) || endpoint !== undefined
        ? text
        : [`${text[0]}XX`, 'default'].find((range) => responses.has(range));
    this.#count(key === undefined ? 'undocumented' : 'statuses', key ?? text);
  }

  #countParameters(sent: readonly DecodedParameter[]): void {
    for (const { parameter, at, label, listed } of this.#watched) {
      const decoded = sent[at];
      if (decoded === undefined) continue;
      if (parameter.in !== 'path') this.#count('parameters', label);
      if (listed !== undefined && 'value' in decoded) this.#countValues(label, listed, decoded.value);
    }
  }

  #countValues(label: string, listed: readonly string[], value: Json): void {
    const counts = this.#countsOf(label);
    const texts = ([value].flat() as readonly Json[]).map(plainText);
    for (const text of listed) if (texts.includes(text)) countIn(counts, text);
  }

  #countsOf(label: string): Map<string, number> {
    return getOrInsert(this.#values, label, () => new Map<string, number>());
  }
}

const watchedOf = ({ parameters }: Operation): readonly Watched[] =>
  parameters
    .map((parameter, index) => ({
      parameter,
      at: index,
      label: `${parameter.in}.${parameter.name}`,
      listed: parameter.values?.map(plainText),
    }))
    // Path parameters are always sent: counting them would be work for each request, and nobody sees it.
    .filter(({ parameter, listed }) => parameter.in !== 'path' || listed !== undefined);

const nothing: Counts = new Map();

/** First the documented entries in the order of the document, then the others. */
const withZeros = (documented: Iterable<string>, met: Counts): Counts =>
  new Map([...[...documented].map((name) => [name, met.get(name) ?? 0] as const), ...met]);
