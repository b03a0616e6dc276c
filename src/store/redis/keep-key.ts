/** Keeps the key of the issuer for all servers of a prefix: each accepts the tokens of the others. */
import { StoreUnavailable } from '../../world/shared-worlds.ts';
import { awayMessage, type Connection } from './connection/connection.ts';

/** The key that is there, else the new one. @throws StoreUnavailable */
export const keepKeyIn = async (connection: Connection, key: string, fresh: string): Promise<string> => {
  await connection.ask(['SET', key, fresh, 'NX']);
  const kept = await connection.ask(['GET', key]);
  if (typeof kept !== 'string') throw new StoreUnavailable(awayMessage);
  return kept;
};
