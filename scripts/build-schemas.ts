/** Writes the schemas with which editors check scenario files and configuration files. Run: `node scripts/build-schemas.ts`. */
import { mkdir, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { configurationSchema } from '../src/parts/configuration/read-configuration.ts';
import { scenarioSchema } from '../src/scenario/document/scenario-schema.ts';

interface Published {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** Changes each part of the JSON Schema. */
  readonly simplify: (jsonSchema: z.core.JSONSchema.BaseSchema) => void;
  /** Keywords that zod cannot express. */
  readonly more?: object;
}

const publishedSchema = (schema: z.ZodType, { id, title, description, simplify, more }: Published): string => {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    // Needed for properties that may be any JSON value.
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      simplify(jsonSchema);
      // Redundant: every number of the YAML parser is in this range.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    },
  });
  const published = { $schema, $id: `urn:vivarium:schema:${id}`, title, description, ...rest, ...more };
  return `${JSON.stringify(published, undefined, 2)}\n`;
};

/** The text of `schema/scenario.json`. */
export const scenarioJsonSchema = (): string =>
  publishedSchema(scenarioSchema(), {
    id: 'scenario',
    title: 'Vivarium scenario',
    description: 'The initial state and the faults of a simulated world.',
    // Redundant: every JSON key is a string.
    simplify: (jsonSchema) => delete jsonSchema.propertyNames,
  });

/** The text of `schema/config.json`. */
export const configurationJsonSchema = (): string =>
  publishedSchema(configurationSchema, {
    id: 'config',
    title: 'Vivarium configuration',
    description: 'What `vivarium serve` serves, and its options.',
    simplify: (jsonSchema) => {
      // Numbers and switches may be text only in flags and variables.
      if (jsonSchema.type !== undefined) delete jsonSchema.anyOf;
    },
    more: { not: { required: ['document', 'services'] } },
  });

if (import.meta.main) {
  const directory = new URL('../schema/', import.meta.url);
  await mkdir(directory, { recursive: true });
  await writeFile(new URL('scenario.json', directory), scenarioJsonSchema());
  await writeFile(new URL('config.json', directory), configurationJsonSchema());
}
