/** The preferences of a request in its `Prefer` header (RFC 7240). */

import type { Step } from '../exchange.ts';
import { builtInFaults } from '../faults/built-in-faults.ts';
import type { Effect } from '../faults/effects.ts';
import type { Fault } from '../faults/fault.ts';
import { headerOf, type RequestHeaders } from '../http/http.ts';
import { maxTimerMs, parseDuration } from '../primitives/units.ts';
import type { State } from '../state/state.ts';

export interface Preferences {
  readonly code: number | undefined;
  readonly example: string | undefined;
  /** Whether the schema alone decides the body. */
  readonly dynamic: boolean;
  readonly faults: readonly Fault[];
  readonly delayMs: number;
  /** Who shall respond; undefined: as the world chooses. */
  readonly origin: 'upstream' | 'simulation' | undefined;
  /** Whether `return=representation` asks for the item that a write would not show. */
  readonly wantsItem: boolean;
  /** For `Preference-Applied`; `example` is added later, if the response has such an example. */
  readonly applied: readonly string[];
  readonly steps: readonly Step[];
}

export const noPreferences: Preferences = {
  code: undefined,
  example: undefined,
  dynamic: false,
  faults: [],
  delayMs: 0,
  origin: undefined,
  wantsItem: false,
  applied: [],
  steps: [],
};

/** The response repeats the preferences that apply, and clients reject long headers (Node.js: 16 KiB). */
const maxAppliedLength = 4000;
const tooLong = `the preferences of a request that apply may have at most ${maxAppliedLength} characters together`;

const needsComma = 'preferences are separated by a comma';

export const ownPreferences: readonly string[] = ['code', 'example', 'fault', 'delay', 'forward', 'simulate'];

type Chosen = { -readonly [Name in keyof Preferences]: Preferences[Name] } & { readonly faults: Fault[] };

interface Possible {
  readonly state: State;
  /** Why the request cannot be forwarded. Undefined: it can. */
  readonly unforwarded: string | undefined;
  /** Whether it may choose the body with `return`. */
  readonly returns: boolean;
  /** Whether it may choose the body with `dynamic`. */
  readonly draws: boolean;
}

export const readPreferences = (headers: RequestHeaders, possible: Possible): Preferences => {
  const prefer = headerOf(headers, 'prefer');
  if (prefer === undefined) return noPreferences;
  const preferences: Chosen = { ...noPreferences, faults: [] };
  const applied: string[] = [];
  const steps: Step[] = [];
  let length = 0;
  for (const [name, value, parameters] of preferencesIn(prefer)) {
    const preference = formatPreference(name, value);
    const isTooLong = length + preference.length > maxAppliedLength;
    const reason = isTooLong ? tooLong : readPreference(name, value, possible, preferences);
    if (reason === undefined) length += preference.length;
    else steps.push({ type: 'preference-ignored', preference, reason });
    if (reason === undefined && name !== 'example') {
      applied.push(preference);
      steps.push({ type: 'preference-applied', preference });
    }
    if (parameters !== '') steps.push({ type: 'preference-ignored', preference: parameters, reason: needsComma });
  }
  return { ...preferences, applied, steps };
};

/** Formats a preference for a header; a value that is not a token is quoted (RFC 9110, section 5.6). */
export const formatPreference = (name: string, value: string): string =>
  value === ''
    ? name
    : /^[\w!#$%&'*+.^`|~-]*$/.test(value)
      ? `${name}=${value}`
      : `${name}="${value.replaceAll(/["\\]/g, '\\$&')}"`;

const lowerPrecedence = 'an earlier preference takes precedence';

const hasEffect = (faults: readonly Fault[], type: Effect['type']) => faults.some(({ effect }) => effect.type === type);

/** Adds the preference, or returns the reason why it is ignored. */
const readPreference = (
  name: string,
  value: string,
  { state, unforwarded, returns, draws }: Possible,
  preferences: Chosen,
): string | undefined => {
  const { faults } = preferences;
  switch (name) {
    case 'code': {
      const code = /^\d{3}$/.test(value) ? Number(value) : 0;
      if (code < 200 || code > 599) return 'a code must be a status from 200 to 599';
      if (preferences.code !== undefined || hasEffect(faults, 'status')) return lowerPrecedence;
      preferences.code = code;
      return undefined;
    }
    case 'example':
      if (value === '') return 'the name of the example is missing';
      if (preferences.example !== undefined) return lowerPrecedence;
      preferences.example = value;
      return undefined;
    case 'fault': {
      const fault = state.faults.get(value)?.fault ?? builtInFaults.get(value);
      if (fault === undefined) return 'there is no fault with this name';
      const { type } = fault.effect;
      // Latencies add up. A body that has been altered is not altered again, which would take seconds for thousands of faults.
      const isRepeated = faults.some(({ name: known }) => known === fault.name);
      if (isRepeated && (type === 'contract' || type === 'extreme')) return lowerPrecedence;
      // A response has one status and one transport failure: as with the world's faults, the first wins.
      if (type === 'status' && (preferences.code !== undefined || hasEffect(faults, type))) return lowerPrecedence;
      if (type === 'transport' && hasEffect(faults, type)) return lowerPrecedence;
      faults.push(fault);
      return undefined;
    }
    case 'delay': {
      const delayMs = parseDuration(value);
      if (delayMs === undefined) return 'a delay must be a duration such as 250ms, 3s or 1m';
      if (preferences.delayMs + delayMs > maxTimerMs)
        return `a delay must be at most ${maxTimerMs} milliseconds (24.8 days)`;
      preferences.delayMs += delayMs;
      return undefined;
    }
    case 'forward':
    case 'simulate':
      if (preferences.origin !== undefined) return lowerPrecedence;
      if (name === 'forward' && unforwarded !== undefined) return unforwarded;
      preferences.origin = name === 'forward' ? 'upstream' : 'simulation';
      return undefined;
    case 'dynamic':
      if (!draws) return 'unknown preference';
      if (value !== 'true' && value !== 'false') return 'it must be true or false';
      preferences.dynamic = value === 'true';
      return undefined;
    case 'return':
      if (!returns) return 'unknown preference';
      preferences.wantsItem ||= value === 'representation';
      return undefined;
    default:
      return 'unknown preference';
  }
};

/** Names in lower case with their values and what follows: parameters after a `;` (RFC 7240, section 2). */
function* preferencesIn(header: string): Generator<readonly [string, string, string]> {
  for (const [, name, quoted, plain, more] of header.matchAll(
    /(?:^|,)\s*([\w!#$%&'*+.^`|~-]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,;"]*)))?([^,"]*(?:"[^"]*"[^,"]*)*)/g,
  )) {
    yield [
      (name as string).toLowerCase(),
      quoted?.replace(/\\(.)/g, '$1') ?? plain ?? '',
      (more as string).replace(/^[\s;]+/, '').trim(),
    ];
  }
}
