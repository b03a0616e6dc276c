/** What the settings of the store put at risk, as warnings at the start. */
import type { Connection } from './connection/connection.ts';

/** The risks of the settings, as far as the store tells: a user may not be allowed to read its settings. */
export const readSettingRisks = async (connection: Connection): Promise<readonly string[]> => {
  const settings = (await readConfiguration(connection)) ?? (await readInfo(connection));
  return [evictionRisk(settings), persistenceRisk(settings)].filter((risk) => risk !== undefined);
};

type Settings = ReadonlyMap<string, string>;

const evictionRisk = (settings: Settings): string | undefined => {
  const policy = settings.get('maxmemory-policy');
  if (policy === undefined || policy === 'noeviction') return undefined;
  return `its eviction policy is ${policy}: when it is full, it removes parts of worlds, and these worlds get 503. Set maxmemory-policy noeviction.`;
};

const persistenceRisk = (settings: Settings): string | undefined => {
  if (settings.get('appendonly') !== 'no' || settings.get('save') !== '') return undefined;
  return 'it has no persistence (appendonly no, save ""): when it restarts, all worlds are gone. Set appendonly yes.';
};

const readConfiguration = async (connection: Connection): Promise<Settings | undefined> => {
  const reply = await connection.ask(['CONFIG', 'GET', 'maxmemory-policy', 'appendonly', 'save']);
  if (!Array.isArray(reply) || reply.length === 0) return undefined;
  const words = reply as readonly string[];
  return new Map(words.flatMap((name, index) => (index % 2 === 0 ? [[name, words[index + 1] ?? '']] : [])));
};

/** Where a provider does not let users read the configuration. It does not state when snapshots are taken. */
const readInfo = async (connection: Connection): Promise<Settings> => {
  const settings = new Map<string, string>();
  const policy = /^maxmemory_policy:(\S+)/m.exec(String(await connection.ask(['INFO', 'memory'])))?.[1];
  if (policy !== undefined) settings.set('maxmemory-policy', policy);
  return settings;
};
