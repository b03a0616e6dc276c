/** The keys of a prefix. They share a hash tag, so that a cluster keeps them in one place, where a script can use them together. */
export const keysOf = (prefix: string) => {
  const key = (name: string): string => `{${prefix}}:${name}`;
  /** The names of the worlds, with the times until which they are kept. */
  const worlds = key('worlds');
  /** The document, which must be the same on all servers of the prefix. */
  const service = key('service');
  /** The scenarios from which worlds started, by hash. */
  const scenarios = key('scenarios');
  /** The coverage of all worlds, and the counts of the findings. */
  const counts = key('counts');
  const findings = key('findings');
  const meta = key('world:');
  return {
    worlds,
    service,
    scenarios,
    counts,
    findings,
    meta,
    /** What the last server started with. */
    start: key('start'),
    /** The key of the issuer, if the document declares a login. */
    login: key('login'),
    /** Written to find out whether the store accepts changes. */
    probe: key('probe'),
    /** All keys that a commit to a world uses. */
    ofWorld: (name: string): readonly [meta: string, log: string, snapshot: string, ...shared: string[]] => [
      `${meta}${name}`,
      key(`log:${name}`),
      key(`snapshot:${name}`),
      worlds,
      service,
      scenarios,
      counts,
      findings,
    ],
    /** Announces commits to a world. */
    channelOf: (name: string): string => key(`changes:${name}`),
    worldOf: (channel: string): string => channel.slice(key('changes:').length),
  };
};

export type Keys = ReturnType<typeof keysOf>;
