/** What a reader of another tool's files gives. */
import type { Json, JsonObject } from '../../../core/primitives/json.ts';
import type { Service } from '../../../core/service/service.ts';
import type { Ledger } from '../recording/ledger.ts';
import type { Seen } from '../recording/recording.ts';
import type { ImportSource } from '../recording/recording-source.ts';
import type { Start, Trial } from '../stubs/stub-start.ts';

export interface Format {
  /** How a file is recognised, for the message about one of no known format: `"log" with "entries" (HAR 1.2)`. */
  readonly marks: string;
  readonly recognises: (value: Json) => boolean;
  /** `sources`: all files of this format, in the order given. @throws ConfigError if a file that they refer to cannot be read. */
  readonly read: (
    sources: readonly ImportSource[],
    ledger: Ledger,
    options: ImportOptions,
  ) => Found | Promise<Found | readonly Found[]>;
}

export interface ImportOptions {
  /** Whether the text of a template is sent as it is; otherwise its stub is not carried over. */
  readonly keepTemplates: boolean;
}

export interface Found {
  /** Where there is no document, one is drafted from these. */
  readonly seen: readonly Seen[];
  /** The document, if the source tells it whole. */
  readonly document?: JsonObject | undefined;
  /** What the source calls the service. */
  readonly title?: string | undefined;
  /**
   * The start of the scenario; the reader then counts itself what was carried over. Undefined: a world keeps what was seen, as it keeps
   * what an upstream responds. `base`: the base path of what was seen, `` or `/api`; the service has one of its own.
   */
  readonly write?: ((service: Service, base: string, trial: Trial) => Start) | undefined;
}
