/** The coverage and the findings of the gate over all worlds of a prefix, which the store counts. */

import type { Service } from '../../core/service/service.ts';
import type { Command, HandledCommand } from '../../world/command.ts';
import { Coverage } from '../../world/evidence/coverage.ts';
import type { RedactFor } from '../../world/evidence/redact.ts';
import { GateEvidence } from '../../world/gate/gate-evidence.ts';
import { droppedOf, type Findings, type Occurrences } from '../../world/gate/gate-report.ts';
import type { Totals } from '../../world/shared-worlds.ts';
import { parse } from './encode-command.ts';

type Kind = 'violations' | 'responses' | 'unmatched' | 'deprecated' | 'unknownParameters';

export class EvidenceCodec {
  readonly #service: Service;
  readonly #redactFor: RedactFor;
  /** Emptied after each use. */
  readonly #coverage: Coverage;

  constructor(service: Service, redactFor: RedactFor) {
    this.#service = service;
    this.#redactFor = redactFor;
    this.#coverage = new Coverage(service);
  }

  /** The arguments of a commit: the number of counts, the counts, and the findings. */
  encode(commands: readonly Command[]): readonly string[] {
    const handled = commands.filter((command) => command.type === 'handled');
    if (handled.length === 0) return ['0'];
    for (const { exchange, parameters } of handled) this.#coverage.add(exchange, parameters);
    const findings = this.#findings(handled);
    const counts = [...this.#coverage.counts()].filter(([name]) => !isUnknownParameter(name));
    this.#coverage.clear();
    for (const [kind, count] of Object.entries(findings.dropped))
      if (count > 0) counts.push([`dropped ${kind}`, count]);
    return [
      String(counts.length),
      ...counts.flatMap(([name, count]) => [name, String(count)]),
      ...encodeFindings(findings),
    ];
  }

  #findings(handled: readonly HandledCommand[]): Findings {
    const gate = new GateEvidence(this.#service, this.#redactFor);
    for (const { exchange, isExpected } of handled) gate.add(exchange, isExpected);
    return gate.report();
  }

  /** `counts`, `findings`: names and values alternate. */
  decode(run: string, counts: readonly string[], findings: readonly string[]): Totals {
    const numbers = new Map(pairsOf(counts).map(([name, count]) => [name, Number(count)]));
    const coverage = new Coverage(this.#service);
    coverage.addCounts([...numbers].filter(([name]) => name.startsWith('[')));
    const decoded = findingsOf(numbers, pairsOf(findings));
    coverage.addCounts(
      decoded.unknownParameters.map(({ operation, name, count }) => [
        JSON.stringify([operation, unknownParameters, name]),
        count,
      ]),
    );
    return { run, coverage: coverage.report(), findings: decoded };
  }
}

/** Clients choose their names: only the findings are bounded, so the coverage of all worlds is derived from them. */
const unknownParameters = 'unknownParameters';
const isUnknownParameter = (name: string): boolean =>
  name.includes(unknownParameters) && JSON.parse(name)[1] === unknownParameters;

const encodeFindings = ({
  violations,
  unmatched,
  deprecated,
  unknownParameters: unknown,
}: Findings): readonly string[] => [
  ...violations.flatMap((row) => {
    const { operation, side, in: place, pointer, rule } = row;
    return encodeRow(side === 'request' ? 'violations' : 'responses', [operation, place, pointer, rule], row);
  }),
  ...unmatched.flatMap((row) => encodeRow('unmatched', [row.method, row.path, row.status], row)),
  ...deprecated.flatMap((row) => encodeRow('deprecated', [row.operation], row)),
  ...unknown.flatMap((row) => encodeRow(unknownParameters, [row.operation, row.name], row)),
];

const encodeRow = (kind: Kind, key: readonly (string | number)[], row: Occurrences): readonly string[] => [
  kind,
  JSON.stringify(key),
  JSON.stringify(row),
  String(row.count),
];

const findingsOf = (
  counts: ReadonlyMap<string, number>,
  rows: readonly (readonly [field: string, row: string])[],
): Findings => {
  const rowsOf = <Row>(kind: Kind): readonly Row[] =>
    rows
      .filter(([field]) => field.startsWith(`${kind} `))
      .map(([field, text]) => [field, parse(text) as [number, Row]] as const)
      .toSorted(([, [left]], [, [right]]) => left - right)
      .map(([field, [, row]]) => ({ ...row, count: counts.get(`row ${field}`) ?? 0 }));
  const dropped = (kind: Kind): number => counts.get(`dropped ${kind}`) ?? 0;
  return {
    violations: [
      ...rowsOf<Findings['violations'][number]>('violations'),
      ...rowsOf<Findings['violations'][number]>('responses'),
    ],
    unmatched: rowsOf('unmatched'),
    deprecated: rowsOf('deprecated'),
    unknownParameters: rowsOf(unknownParameters),
    dropped: droppedOf((kind) => dropped(kind) + (kind === 'violations' ? dropped('responses') : 0)),
  };
};

const pairsOf = (list: readonly string[]): readonly (readonly [string, string])[] =>
  Array.from({ length: list.length / 2 }, (_, index) => [list[index * 2] as string, list[index * 2 + 1] as string]);
