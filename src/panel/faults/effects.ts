/** The effects of faults, and their groups in the panel. */

export const effectNames = [
  'status',
  'latency',
  'bandwidth',
  'dribble',
  'transport',
  'contract',
  'extreme',
  'token',
] as const;
export type EffectName = (typeof effectNames)[number];

export const effectTitles: Readonly<Record<EffectName, string>> = {
  status: 'Status: respond with an error, or a stub',
  latency: 'Latency: respond later',
  bandwidth: 'Bandwidth: send slowly',
  dribble: 'Dribble: send in pieces',
  transport: 'Transport: lose the response',
  contract: 'Contract: break the interface',
  extreme: 'Extreme: go to the edge of the interface',
  token: 'Token: issue tokens that are not accepted',
};

export const transports = ['reset', 'timeout', 'empty', 'truncate', 'garbage'] as const;
export const contractKinds = [
  'missing-required',
  'wrong-type',
  'null-value',
  'unknown-enum',
  'extra-property',
  'out-of-range',
  'bad-format',
  'wrong-content-type',
] as const;
export const extremeKinds = ['minimal', 'empty-list', 'longest', 'boundary'] as const;

export const tokenFlaws = ['expired', 'wrong-audience'] as const;

export interface FaultGroup {
  /** The name in the control API. */
  readonly group: string;
  readonly title: string;
  readonly description: string;
}

export const groups: readonly FaultGroup[] = [
  { group: 'status', title: 'Responses', description: 'Another status takes the place of the response.' },
  { group: 'time', title: 'Time', description: 'The response comes late, or slowly.' },
  { group: 'transport', title: 'Transport', description: 'The response is lost or damaged on its way.' },
  { group: 'contract', title: 'Contract', description: 'The response is well-formed, but breaks the interface.' },
  { group: 'extreme', title: 'Extremes', description: 'The response is unusual, but keeps the interface.' },
  { group: 'token', title: 'Login', description: 'The issuer gives tokens that no operation accepts.' },
];

const order: readonly string[] = [
  'bad-request',
  'unauthorized',
  'forbidden',
  'not-found',
  'conflict',
  'rate-limited',
  'server-error',
  'unavailable',
  'flaky',
  'slow',
  'narrow',
  'dribble',
  'offline',
  'hang',
  ...transports,
  ...contractKinds,
  ...extremeKinds,
  'token-expired',
  'wrong-audience',
];

/** The API lists the faults that are on first. Here each keeps its position, so that a second click hits the same switch. */
export const byPlace = (left: { readonly name: string }, right: { readonly name: string }): number =>
  placeOf(left.name) - placeOf(right.name) || left.name.localeCompare(right.name);

const placeOf = (name: string): number => {
  const index = order.indexOf(name);
  return index < 0 ? order.length : index;
};
