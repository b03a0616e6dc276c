/** Calls of the control API of one Vivarium: over HTTP, or in the process of the server. */
import type { Json } from '../../core/primitives/json.ts';

export interface ControlCall {
  readonly method?: 'GET' | 'PUT' | 'POST';
  /** Below `/_vivarium/api`, with the query. */
  readonly path: string;
  readonly body?: Json;
}

/** Returns the text of the response. @throws ConfigError `VIV_CALL_REJECTED` with the server's message, or that it cannot be reached. */
export type CallControl = (call: ControlCall) => Promise<string>;
