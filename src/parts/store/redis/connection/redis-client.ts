/** The used part of the package `redis`. */
export interface Client {
  readonly isOpen: boolean;
  connect(): Promise<unknown>;
  destroy(): void;
  sendCommand(command: readonly string[]): Promise<unknown>;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'end' | 'ready', listener: () => void): unknown;
  subscribe(channel: string, listener: (message: string, channel: string) => void): Promise<unknown>;
  unsubscribe(channel: string): Promise<unknown>;
}

export type CreateClient = (options: {
  readonly url: string;
  /** Lists, not maps, as the scripts return them. */
  readonly RESP: 2;
  readonly disableOfflineQueue?: boolean;
  /** If it is undefined, there is no time limit for a command, which makes a signal and an exception for each. Default: some seconds. */
  readonly commandOptions?: { readonly timeout: undefined };
  readonly socket: {
    readonly reconnectStrategy: false | (() => number);
    readonly connectTimeout: number;
  };
}) => Client;
