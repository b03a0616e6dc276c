/** The JSON Schemas that the package publishes for editors. */
import { z } from 'zod';
import { scenarioSchema } from '../../scenario/document/scenario-schema.ts';

interface Published {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** Changes each part of the JSON Schema. */
  readonly simplify: (jsonSchema: z.core.JSONSchema.BaseSchema) => void;
  /** Keywords that zod cannot express. */
  readonly more?: object;
}

export const publishedSchema = (schema: z.ZodType, { id, title, description, simplify, more }: Published): string => {
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
