/** What the server's parts need to know; `create-vivarium` puts it together. */
import type { Scenario } from '../../scenario/document/scenario.ts';
import type { RedactorFor } from '../../world/evidence/redact.ts';
import type { Logger } from '../../world/logger.ts';
import type { StartOverrides, WorldStart } from '../../world/world.ts';
import type { Worlds } from '../../world/worlds.ts';

export interface ServerContext {
  readonly worlds: Worlds;
  readonly maxBodyBytes: number;
  readonly logger: Logger;
  /** How whoever started the server writes an option, for what tells of one. */
  readonly nameOf: (option: string) => string;
  /** This package's version. */
  readonly version: string;
  /** Real milliseconds since the start. */
  readonly uptimeMs: () => number;
  /** Takes out of what leaves what a service names as credentials. */
  readonly redactorFor: RedactorFor;
  /** Asked of every call to the control API but `/health`; undefined where none is needed. */
  readonly token: string | undefined;
  readonly scenarios: ScenarioSource;
}

/** Where the control API finds scenarios, and how it makes starts of them. */
export interface ScenarioSource {
  readonly list: () => Promise<readonly { readonly name: string; readonly description: string | undefined }[]>;
  /** Undefined when there is none of this name; throws ConfigError when it is broken. */
  readonly get: (name: string) => Promise<Scenario | undefined>;
  /** Throws ConfigError when the scenario does not fit the document. */
  readonly startOf: (scenario: Scenario, overrides: StartOverrides) => WorldStart;
}
