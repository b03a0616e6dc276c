/** The kinds of contract faults. */
import type { BodyKind } from './contract-violations.ts';

export const contractKinds = [
  'missing-required',
  'wrong-type',
  'null-value',
  'unknown-enum',
  'extra-property',
  'out-of-range',
  'bad-format',
  'wrong-content-type',
] as const satisfies readonly (BodyKind | 'wrong-content-type')[];

export type ContractKind = (typeof contractKinds)[number];
