/** What one request wishes for in its `Prefer` header (RFC 7240). */

import type { Step } from '../exchange.ts';
import { builtInFaults } from '../faults/built-in-faults.ts';
import type { Effect, Fault } from '../faults/fault.ts';
import { headerOf, type RequestHeaders } from '../http/http.ts';
import { parseDuration } from '../primitives/units.ts';
import type { State } from '../state/state.ts';

export interface Preferences {
  readonly code: number | undefined;
  readonly example: string | undefined;
  readonly faults: readonly Fault[];
  readonly delayMs: number;
  /** For `Preference-Applied`; `example` is added by who finds it. */
  readonly applied: readonly string[];
  readonly steps: readonly Step[];
}

export const noPreferences: Preferences = {
  code: undefined,
  example: undefined,
  faults: [],
  delayMs: 0,
  applied: [],
  steps: [],
};

/** A timer's limit: a longer delay would fire at once. */
const maxDelayMs = 2 ** 31 - 1;

export const readPreferences = (headers: RequestHeaders, state: State): Preferences => {
  const prefer = headerOf(headers, 'prefer');
  if (prefer === undefined) return noPreferences;
  const preferences = { code: undefined as number | undefined, example: undefined as string | undefined, delayMs: 0 };
  const faults: Fault[] = [];
  const applied: string[] = [];
  const steps: Step[] = [];
  for (const [name, value] of preferencesIn(prefer)) {
    const preference = formatPreference(name, value);
    const reason = readPreference(name, value, state, preferences, faults);
    if (reason !== undefined) steps.push({ type: 'preference-ignored', preference, reason });
    else if (name !== 'example') {
      applied.push(preference);
      steps.push({ type: 'preference-applied', preference });
    }
  }
  return { ...preferences, faults, applied, steps };
};

/** As it may stand in a header: what is no token in quotes (RFC 9110, section 5.6). */
export const formatPreference = (name: string, value: string): string =>
  /^[\w!#$%&'*+.^`|~-]*$/.test(value) ? `${name}=${value}` : `${name}="${value.replaceAll(/["\\]/g, '\\$&')}"`;

const cameBefore = 'another one came before it';

const hasEffect = (faults: readonly Fault[], type: Effect['type']): boolean =>
  faults.some(({ effect }) => effect.type === type);

/** Takes the wish, or says why not. */
const readPreference = (
  name: string,
  value: string,
  state: State,
  preferences: { code: number | undefined; example: string | undefined; delayMs: number },
  faults: Fault[],
): string | undefined => {
  switch (name) {
    case 'code': {
      const code = /^\d{3}$/.test(value) ? Number(value) : 0;
      if (code < 200 || code > 599) return 'a code is a status from 200 to 599';
      if (preferences.code !== undefined || hasEffect(faults, 'status')) return cameBefore;
      preferences.code = code;
      return undefined;
    }
    case 'example':
      if (value === '') return 'it names no example';
      if (preferences.example !== undefined) return cameBefore;
      preferences.example = value;
      return undefined;
    case 'fault': {
      const fault = state.faults.get(value)?.fault ?? builtInFaults.get(value);
      if (fault === undefined) return 'there is no fault of this name';
      const { type } = fault.effect;
      // An answer has one status, and is lost in one way: as with the world's faults, the first wins.
      if (type === 'status' && (preferences.code !== undefined || hasEffect(faults, type))) return cameBefore;
      if (type === 'transport' && hasEffect(faults, type)) return cameBefore;
      faults.push(fault);
      return undefined;
    }
    case 'delay': {
      const delayMs = parseDuration(value);
      if (delayMs === undefined) return 'a delay is a duration such as 250ms, 3s or 1m';
      if (preferences.delayMs + delayMs > maxDelayMs)
        return `the longest delay is ${maxDelayMs} milliseconds, 24.8 days`;
      preferences.delayMs += delayMs;
      return undefined;
    }
    default:
      return 'it is not a preference of this server';
  }
};

/** Names in lower case with their values; parameters behind a `;` are left out (RFC 7240, section 2). */
function* preferencesIn(header: string): Generator<readonly [string, string]> {
  for (const [, name, quoted, plain] of header.matchAll(
    /(?:^|,)\s*([\w!#$%&'*+.^`|~-]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,;"]*)))?[^,"]*(?:"[^"]*"[^,"]*)*/g,
  )) {
    yield [(name as string).toLowerCase(), quoted?.replace(/\\(.)/g, '$1') ?? plain ?? ''];
  }
}
