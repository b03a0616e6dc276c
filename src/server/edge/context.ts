/** The dependencies of the server, created by `simulation/simulation.ts`. */
import type { Scenario } from '../../scenario/document/read-scenario.ts';
import type { RedactFor } from '../../world/evidence/redact.ts';
import type { Logger } from '../../world/logger.ts';
import type { StartOverrides, WorldStart } from '../../world/world.ts';
import type { Worlds } from '../../world/worlds.ts';

export interface ServerContext {
  readonly worlds: Worlds;
  readonly maxBodyBytes: number;
  readonly logger: Logger;
  /** The name of an option as the user writes it (a flag, or a property of the library). For messages. */
  readonly nameOf: (option: string) => string;
  readonly version: string;
  /** Real milliseconds since the start. */
  readonly uptimeMs: () => number;
  /** Writes the metrics, in the text format of Prometheus. */
  readonly writeMetrics: () => string;
  /** Removes credentials, as the service declares them, from all output. */
  readonly redactFor: RedactFor;
  /** Required by the control API except `/health`; undefined if none is required. */
  readonly token: string | undefined;
  /**
   * Required, without a `token`, from calls that are not local: a proxy forwarded them, or they reached another address than
   * loopback. Undefined if the user set none: such calls are then rejected.
   */
  readonly remoteToken: string | undefined;
  readonly scenarios: ScenarioSource;
  /** Whether agents may change worlds (`/_vivarium/mcp`). */
  readonly allowsChanges: boolean;
  /** Origins of pages that may use the upstream and show the toolbar, in lower case. Those of loopback addresses always may. */
  readonly allowedOrigins: readonly string[];
  /** Origins whose pages' toolbar may change worlds: somebody confirmed each of them on a page of this server. */
  readonly confirmedOrigins: Set<string>;
}

/** Finds scenarios, and creates starts of worlds from them. */
export interface ScenarioSource {
  readonly list: () => Promise<readonly { readonly name: string; readonly description: string | undefined }[]>;
  /** Returns undefined if no scenario has this name. @throws ConfigError if its file is broken. */
  readonly get: (name: string) => Promise<Scenario | undefined>;
  /** @throws ConfigError if the scenario does not fit the document. */
  readonly startOf: (scenario: Scenario, overrides: StartOverrides) => WorldStart;
}
