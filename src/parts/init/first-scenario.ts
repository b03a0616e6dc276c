/** The text of the scenario that `vivarium init` writes. */
import { getProperty, type Json, type JsonObject, stringifyJson } from '../../core/primitives/json.ts';
import { valuesOf } from '../../core/primitives/sorted-map.ts';
import type { CollectionSpec } from '../../core/service/collection-facts.ts';
import type { Operation } from '../../core/service/operation.ts';
import { servicesOf } from '../../core/service/route.ts';
import type { Service } from '../../core/service/service.ts';
import { checkScenario } from '../../scenario/data/check-scenario.ts';
import { defaultDocument } from '../../scenario/data/default-scenario.ts';
import { createScenarioStart } from '../../scenario/data/start-data.ts';
import { createScenario } from '../../scenario/document/read-scenario.ts';
import type { ScenarioDocument } from '../../scenario/document/scenario-schema.ts';

/**
 * The same start as without a scenario file, for the user to edit. `schema`: the path of its JSON Schema. Every example that it
 * contains as a comment is valid. `now`: when worlds would start, in ms since the epoch.
 */
export const firstScenario = async (service: Service, schema: string, now: number): Promise<string> => {
  await service.ready();
  const { operations } = service;
  const { generate = {} } = defaultDocument(service);
  const names = Object.keys(generate);
  const generated =
    names.length === 0
      ? ['# No resource was found in the document, so there is no data to start with.']
      : ['examples: true', 'generate:', ...names.map((name) => `  ${yamlText(name)}: ${generate[name]}`)];
  return [
    `# yaml-language-server: $schema=${schema}`,
    `description: ${JSON.stringify(`The start of every world of ${titlesOf(service)}.`)}`,
    '',
    '# The same seed and the same requests give the same responses.',
    'seed: 1',
    '',
    ...exampleData(service, now),
    "# The number of items in each collection: the document's examples first, then generated items.",
    ...generated,
    '',
    '# The faults. Remove a # and save the file; a running server reloads it.',
    'faults:',
    '  - { use: slow, enabled: false }',
    `  # - ${exampleFault(operations)}`,
    '  # - name: every-third-fails',
    '  #   when: { every: 3 }',
    '  #   status: 503',
    '',
  ].join('\n');
};

/** A fault that makes sense on its operation. */
const exampleFault = (operations: readonly Operation[]): string => {
  const missing =
    operations.find(({ responses }) => responses.has('404')) ?? operations.find(({ path }) => path.includes('{'));
  const { name } = missing ?? operations[0] ?? {};
  return `{ use: ${missing === undefined ? 'unavailable' : 'not-found'}, on: { operation: ${JSON.stringify(name)} } }`;
};

export const titlesOf = (service: Service): string =>
  servicesOf(service)
    .map(({ title }) => title)
    .join(', ');

/** Items of your own, as a comment: an item that the document allows. Empty if none is found. */
const exampleData = (service: Service, now: number): readonly string[] => {
  const document = defaultDocument(service);
  const { collections } = createScenarioStart(service, createScenario(undefined, document)).createState({
    name: 'default',
    now,
  });
  for (const { spec, items } of collections.values()) {
    if (spec.parents.length > 0) continue;
    const item = valuesOf(items).next().value?.value;
    const example = item && [requiredPart(spec, item), item].find((part) => isValid(service, document, spec, part));
    if (example === undefined) continue;
    const text = stringifyJson(example);
    if (text.length > longestExample) continue;
    return [
      '# Items of your own, which come before the generated ones.',
      '# data:',
      `#   ${yamlText(spec.name)}:${spec.kind === 'singleton' ? ` ${text}` : ''}`,
      ...(spec.kind === 'singleton' ? [] : [`#     - ${text}`]),
      '',
    ];
  }
  return [];
};

/** The maximum length of an example in characters: nobody would read a longer item. */
const longestExample = 400;

const requiredPart = ({ idProperty, required }: CollectionSpec, item: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(item).filter(([name]) => name === idProperty || required.includes(name)),
  ) as Readonly<Record<string, Json>>;

const isValid = (
  service: Service,
  document: ScenarioDocument,
  { name, kind, idProperty }: CollectionSpec,
  item: JsonObject,
): boolean => {
  if (idProperty !== undefined && getProperty(item, idProperty) === undefined) return false;
  const data = { [name]: kind === 'singleton' ? item : [item] };
  return checkScenario(createScenario(undefined, { ...document, data }), service).length === 0;
};

/** A text as YAML: quoted if YAML would read the plain word as something else than a string. */
export const yamlText = (text: string): string =>
  /^[A-Za-z][\w./-]*$/.test(text) && !reserved.test(text) ? text : JSON.stringify(text);

const reserved = /^(true|false|null|yes|no|on|off|y|n)$/i;
