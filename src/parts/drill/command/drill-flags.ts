/** The flags of `drill`, and the reading of their values. */
import { optionInvalid } from '../../../core/primitives/config-error.ts';
import { didYouMean } from '../../../core/primitives/did-you-mean.ts';
import { type DrillFindingKind, drillFindings } from '../cases/drill-types.ts';

export interface DrillFlags extends WorldFlags {
  readonly env?: readonly string[];
  readonly baseline?: string;
  readonly faults?: readonly string[];
  readonly operation?: readonly string[];
  readonly case?: readonly string[];
  readonly timeout?: string;
  readonly budget?: string;
  readonly jobs?: string;
  readonly failOn?: readonly string[];
  readonly report?: readonly string[];
}

/** The options of `serve` that describe a world. */
export const worldFlags = ['config', 'overlay', 'handlers', 'base', 'scenario', 'scenarios', 'seed'] as const;

type WorldFlags = { readonly [Name in (typeof worldFlags)[number]]?: string | readonly string[] };

export const readCount = (name: string, text: string | undefined, most: number): number | undefined => {
  if (text === undefined) return undefined;
  const count = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (count >= 1 && count <= most) return count;
  throw optionInvalid(`--${name} must be a number from 1 to ${most}, not "${text}"`);
};

/** Rejects a list without a name: a variable of the shell may be empty. */
export const checkNotEmpty = (flag: string, given: readonly string[] | undefined): void => {
  if (given?.length === 0) throw optionInvalid(`${flag} names nothing`, 'Omit it, or name something.');
};

/** All but `failed`: whether a client should pass under a fault is not for the drill to say. */
const defaultFailOn = drillFindings.filter((kind) => kind !== 'failed');

export const readFailOn = (given: readonly string[] | undefined): readonly DrillFindingKind[] => {
  if (given === undefined) return defaultFailOn;
  checkNotEmpty('--fail-on', given);
  return given.map((text) => {
    const kind = drillFindings.find((known) => known === text);
    if (kind !== undefined) return kind;
    throw optionInvalid(
      `--fail-on must be a list of ${drillFindings.join(', ')}, not "${text}"`,
      didYouMean(text, drillFindings),
    );
  });
};
