/** The keys of a prefix. They share a hash tag, so that a cluster keeps them in one place, where a script can use them together. */

export interface Keys {
  /** With the names of the worlds and the times until which they are kept. */
  readonly worlds: string;
  /** The document, which must be the same on all servers of the prefix. */
  readonly service: string;
  /** The scenarios from which worlds started, by hash. */
  readonly scenarios: string;
  /** The coverage of all worlds, and the counts of the findings. */
  readonly counts: string;
  readonly findings: string;
  /** What the last server started with. */
  readonly start: string;
  /** The key of the issuer, if the document declares a login. */
  readonly login: string;
  /** Written to find out whether the store accepts changes. */
  readonly probe: string;
  /** The beginning of the key of each world. */
  readonly meta: string;
  /** All keys that a commit to a world uses. */
  readonly ofWorld: (name: string) => readonly [meta: string, log: string, snapshot: string, ...shared: string[]];
  /** Announces commits to a world. */
  readonly channelOf: (name: string) => string;
  readonly worldOf: (channel: string) => string;
}

export const keysOf = (prefix: string): Keys => {
  const key = (name: string): string => `{${prefix}}:${name}`;
  const shared = {
    worlds: key('worlds'),
    service: key('service'),
    scenarios: key('scenarios'),
    counts: key('counts'),
    findings: key('findings'),
    start: key('start'),
    login: key('login'),
    probe: key('probe'),
  };
  const { worlds, service, scenarios, counts, findings } = shared;
  const meta = key('world:');
  return {
    ...shared,
    meta,
    ofWorld: (name) => [
      `${meta}${name}`,
      key(`log:${name}`),
      key(`snapshot:${name}`),
      worlds,
      service,
      scenarios,
      counts,
      findings,
    ],
    channelOf: (name) => key(`changes:${name}`),
    worldOf: (channel) => channel.slice(key('changes:').length),
  };
};
