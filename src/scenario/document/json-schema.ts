import { z } from 'zod';
import { scenarioSchema } from './schema.ts';

/** The text of `schema/scenario.json`. */
export const scenarioJsonSchema = (): string => {
  const { $schema, ...schema } = z.toJSONSchema(scenarioSchema, {
    io: 'input',
    // Needed for properties that may be any JSON value.
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // Redundant: every JSON key is a string, and every number of the YAML parser is in this range.
      delete jsonSchema.propertyNames;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    },
  });
  const published = {
    $schema,
    $id: 'urn:vivarium:schema:scenario',
    title: 'Vivarium scenario',
    description: 'The initial state and the faults of a simulated world.',
    ...schema,
  };
  return `${JSON.stringify(published, undefined, 2)}\n`;
};
