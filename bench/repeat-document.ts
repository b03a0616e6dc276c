/** Large documents for benches. */
export type Properties = Record<string, unknown>;

/** Repeats the paths of a document, each time with another prefix and separate schemas. */
export const repeatDocument = (document: Properties, times: number): Properties => {
  const text = JSON.stringify({ paths: document.paths, components: document.components });
  const paths: Properties = {};
  const components: Record<string, Properties> = {};
  for (let copy = 0; copy < times; copy++) {
    const manifest = JSON.parse(
      text
        .replaceAll(/("#\/components\/(?!securitySchemes)\w+\/[^"]+)"/g, `$1${copy}"`)
        .replaceAll(/"operationId":"([^"]+)"/g, `"operationId":"$1${copy}"`),
    ) as { paths: Properties; components?: Record<string, Properties> };
    for (const [path, item] of Object.entries(manifest.paths)) paths[`/copy${copy}${path}`] = item;
    for (const [section, properties] of Object.entries(manifest.components ?? {})) {
      const isShared = section === 'securitySchemes';
      components[section] ??= {};
      for (const [name, property] of Object.entries(properties))
        components[section][isShared ? name : name + copy] = property;
    }
  }
  return { ...document, paths, components };
};
