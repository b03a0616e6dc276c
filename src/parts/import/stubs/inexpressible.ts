import type { JsonPath } from '../../../core/primitives/json-path.ts';
import type { Ledger, SeenPlace } from '../recording/ledger.ts';

/** A part of a source that no fault can express. */
export class Inexpressible extends Error {
  /** The key, where it is not the whole part that is read. */
  readonly at: { readonly key: string; readonly path: JsonPath } | undefined;

  constructor(reason: string, at?: Inexpressible['at']) {
    super(reason);
    this.at = at;
  }
}

/** States what is lost: the key that the error names, else the whole part. @throws any other error */
export const lose = (error: unknown, ledger: Ledger, key: string, place: SeenPlace): void => {
  if (!(error instanceof Inexpressible)) throw error;
  const { at = { key, path: place.path } } = error;
  ledger.lose(at.key, error.message, { ...place, path: at.path });
};
