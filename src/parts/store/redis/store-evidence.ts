/** The coverage and the findings of the gate over all worlds of a prefix, which the store counts. */
import { crc32 } from 'node:zlib';
import type { Service } from '../../../core/service/service.ts';
import { Coverage } from '../../../world/evidence/coverage.ts';
import { maxFindings } from '../../../world/evidence/distinct-rows.ts';
import type { RedactFor } from '../../../world/evidence/redact.ts';
import { GateEvidence } from '../../../world/gate/gate-evidence.ts';
import { addUp, type Findings, keysOfFindings, type Occurrences, ofLists } from '../../../world/gate/gate-findings.ts';
import type { Totals } from '../../../world/shared-worlds.ts';
import type { Command, HandledCommand } from '../../../world/world-command.ts';

const kinds = ['violations', 'responses', 'unmatched', 'deprecated', 'unknownParameters', 'drift'] as const;
type Kind = (typeof kinds)[number];

export class EvidenceCodec {
  readonly #service: Service;
  readonly #redactFor: RedactFor;
  /** The coverages by operation, so that a commit costs the same for any number of operations. Emptied after each use. */
  readonly #coverages = new Map<string, Coverage>();
  /** Evidence without findings, as most commits have none. */
  #gate: GateEvidence;

  constructor(service: Service, redactFor: RedactFor) {
    this.#service = service;
    this.#redactFor = redactFor;
    this.#gate = new GateEvidence(service, redactFor);
  }

  /** The arguments of a commit: the number of counts, the counts, and the findings. */
  encode(commands: readonly Command[]): readonly string[] {
    const handled = commands.filter((command) => command.type === 'handled');
    if (handled.length === 0) return ['0'];
    const counts = this.#countsOf(handled);
    for (const { exchange, isExpected } of handled) this.#gate.add(exchange, isExpected);
    const compared = handled.filter(({ exchange }) => exchange.differences !== undefined).length;
    if (compared > 0) counts.push(['compared', compared]);
    if (this.#gate.isEmpty) return encodeCounts(counts);
    const findings = this.#gate.report();
    this.#gate = new GateEvidence(this.#service, this.#redactFor);
    for (const [kind, count] of Object.entries(findings.dropped))
      if (count > 0) counts.push([`dropped ${kind}`, count]);
    return [...encodeCounts(counts), ...encodeFindings(findings)];
  }

  #countsOf(handled: readonly HandledCommand[]): Counts {
    const used = new Set<Coverage>();
    for (const { exchange, parameters } of handled) {
      const coverage = this.#coverageOf(exchange.operation ?? '');
      coverage.add(exchange, parameters);
      used.add(coverage);
    }
    const counts = [...used]
      .flatMap((coverage) => [...coverage.counts()])
      .filter(([name]) => !isUnknownParameter(name));
    for (const coverage of used) coverage.clear();
    return counts;
  }

  #coverageOf(operation: string): Coverage {
    const known = this.#coverages.get(operation);
    if (known !== undefined) return known;
    const coverage = new Coverage(this.#service);
    this.#coverages.set(operation, coverage);
    return coverage;
  }

  /** Returns undefined if something is missing or was changed. */
  decode(counts: Fields, findings: Fields): Totals | undefined {
    const numbers = new Map(counts.filter(([name]) => name !== runField).map(([name, count]) => [name, Number(count)]));
    const rows = findings.filter(([name]) => name !== runField);
    const run = counts.find(([name]) => name === runField)?.[1];
    if (run === undefined || ![...numbers.values()].every(isCount) || !areWhole(numbers, rows)) return undefined;
    try {
      return this.#totalsOf(run, numbers, findingsOf(numbers, rows));
    } catch {
      return undefined;
    }
  }

  #totalsOf(run: string, counts: ReadonlyMap<string, number>, findings: Findings): Totals {
    const coverage = new Coverage(this.#service);
    coverage.addCounts([...counts].filter(([name]) => name.startsWith('[')));
    coverage.addCounts(
      findings.unknownParameters.map(({ operation, name, count }) => [
        JSON.stringify([operation, unknownParameters, name]),
        count,
      ]),
    );
    return { run, coverage: coverage.report(), findings };
  }
}

type Counts = (readonly [name: string, count: number])[];

const encodeCounts = (counts: Readonly<Counts>): readonly string[] => [
  String(counts.length),
  ...counts.flatMap(([name, count]) => [name, String(count)]),
];

type Fields = readonly (readonly [name: string, value: string, ...rest: unknown[]])[];

const runField = 'run';

const isCount = (value: number) => Number.isSafeInteger(value) && value >= 0;

/** Whether each row is there, and counted. */
const areWhole = (counts: ReadonlyMap<string, number>, rows: Fields) =>
  kinds.every((kind) => {
    const present = rows.filter(([field]) => field.startsWith(`${kind} `));
    return present.length === Math.min(counts.get(`rows ${kind}`) ?? 0, maxFindings);
  }) && rows.every(([field]) => counts.has(`row ${field}`));

/** Clients choose their names: only the findings are bounded, so the coverage of all worlds is derived from them. */
const unknownParameters = 'unknownParameters';
const isUnknownParameter = (name: string) =>
  name.includes(unknownParameters) && JSON.parse(name)[1] === unknownParameters;

const encodeFindings = (findings: Findings): readonly string[] => {
  const { violations, unmatched, deprecated, unknownParameters: unknown, drift } = keysOfFindings;
  return [
    ...findings.violations.flatMap((row) => {
      // The kind has the side.
      const key = violations(row).toSpliced(1, 1);
      return encodeRow(row.side === 'request' ? 'violations' : 'responses', key, row);
    }),
    ...findings.unmatched.flatMap((row) => encodeRow('unmatched', unmatched(row), row)),
    ...findings.deprecated.flatMap((row) => encodeRow('deprecated', deprecated(row), row)),
    ...findings.unknownParameters.flatMap((row) => encodeRow(unknownParameters, unknown(row), row)),
    // A breaking occurrence is not lost with a later one.
    ...findings.drift.flatMap((row) => encodeRow('drift', [...drift(row), row.breaking ? 1 : 0], row)),
  ];
};

/** A row and its checksum; the store writes its number before them. */
const encodeRow = (kind: Kind, key: readonly (string | number)[], row: Occurrences): readonly string[] => {
  const keyText = JSON.stringify(key);
  const text = JSON.stringify(row);
  return [kind, keyText, `${text},${sumOf(`${kind} ${keyText}`, text)}`, String(row.count)];
};

const sumOf = (field: string, text: string): number => crc32(text, crc32(field));

/** @throws Error if it was changed. */
const decodeRow = ([field, text]: Fields[number]): readonly [number, Occurrences] => {
  const [number, row, sum] = JSON.parse(text) as [number, Occurrences, number];
  if (!isCount(number) || sum !== sumOf(field, JSON.stringify(row))) throw new Error('a finding was changed');
  return [number, row];
};

const findingsOf = (counts: ReadonlyMap<string, number>, rows: Fields): Findings => {
  const rowsOf = <Row>(kind: Kind): readonly Row[] =>
    rows
      .filter(([field]) => field.startsWith(`${kind} `))
      .map((row) => [row[0], decodeRow(row)] as const)
      .toSorted(([, [left]], [, [right]]) => left - right)
      .map(([field, [, row]]) => ({ ...(row as Row), count: counts.get(`row ${field}`) ?? 0 }));
  const dropped = (kind: Kind): number => counts.get(`dropped ${kind}`) ?? 0;
  return {
    violations: [
      ...rowsOf<Findings['violations'][number]>('violations'),
      ...rowsOf<Findings['violations'][number]>('responses'),
    ],
    unmatched: rowsOf('unmatched'),
    deprecated: rowsOf('deprecated'),
    unknownParameters: rowsOf(unknownParameters),
    drift: addUp('drift', [{ drift: rowsOf('drift') }]),
    compared: counts.get('compared') ?? 0,
    dropped: ofLists((kind) => dropped(kind) + (kind === 'violations' ? dropped('responses') : 0)),
  };
};
