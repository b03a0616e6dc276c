/** The messages between the supervisor of several processes and each of them, a worker. */

import type { Key } from '../../keys/keypresses.ts';
import type { ServerIdentity } from '../../tls/read-tls.ts';

export type ToWorker =
  | { readonly type: 'role'; readonly role: WorkerRole }
  | { readonly type: 'key'; readonly key: Key }
  | { readonly type: 'stop' }
  /** Answers `listen`. */
  | { readonly type: 'listening'; readonly port: number }
  | { readonly type: 'not-listening'; readonly error: Pick<NodeJS.ErrnoException, 'message' | 'code'> }
  /** Comes with a socket. */
  | { readonly type: 'connection' }
  /** Answers `idle`. `isJudge`: all other workers have ended, and this one judges the clients. */
  | { readonly type: 'end'; readonly isJudge: boolean };

export type FromWorker =
  | { readonly type: 'hello' }
  /** The worker is ready to serve. */
  | { readonly type: 'listen' }
  /** The worker has the connection that it was given. */
  | { readonly type: 'taken' }
  /** `isOwn`: of this worker only. Without it, other workers print the same, and one of them is shown. */
  | { readonly type: 'print'; readonly line: string; readonly isOwn: boolean }
  | { readonly type: 'error'; readonly text: string }
  | { readonly type: 'footer'; readonly lines: readonly string[] }
  | { readonly type: 'clear' }
  /** Somebody asked to stop the server. */
  | { readonly type: 'quit' }
  /** Somebody sent SIGTERM or SIGHUP to this worker. */
  | { readonly type: 'terminated' }
  /** The worker was ordered to stop, and has finished its requests. */
  | { readonly type: 'idle' };

/** The settings of one worker, and those that all workers share. */
export interface WorkerRole {
  /** Whether it announces the server. */
  readonly isFirst: boolean;
  /** Whether it may get keys. */
  readonly hasKeys: boolean;
  /** If it is undefined, it generates none. */
  readonly token?: string | undefined;
  /** If it is undefined, it means HTTP. */
  readonly tls?: ServerIdentity | undefined;
}
