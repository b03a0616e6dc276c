/** Large documents for benches. */
export type Members = Record<string, unknown>;

/** Repeats the paths of a document, each time with another prefix and separate schemas. */
export const repeatDocument = (document: Members, times: number): Members => {
  const text = JSON.stringify({ paths: document.paths, components: document.components });
  const paths: Members = {};
  const components: Record<string, Members> = {};
  for (let copy = 0; copy < times; copy++) {
    const manifest = JSON.parse(
      text
        .replaceAll(/("#\/components\/(?!securitySchemes)\w+\/[^"]+)"/g, `$1${copy}"`)
        .replaceAll(/"operationId":"([^"]+)"/g, `"operationId":"$1${copy}"`),
    ) as { paths: Members; components?: Record<string, Members> };
    for (const [path, item] of Object.entries(manifest.paths)) paths[`/copy${copy}${path}`] = item;
    for (const [section, members] of Object.entries(manifest.components ?? {})) {
      const isShared = section === 'securitySchemes';
      components[section] ??= {};
      for (const [name, member] of Object.entries(members)) components[section][isShared ? name : name + copy] = member;
    }
  }
  return { ...document, paths, components };
};
