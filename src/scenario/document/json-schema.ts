import { z } from 'zod';
import { scenarioSchema } from './schema.ts';

/** The text of `schema/scenario.json`. */
export const scenarioJsonSchema = (): string => {
  const { $schema, ...schema } = z.toJSONSchema(scenarioSchema, {
    io: 'input',
    // What may be any JSON value has no schema of its own.
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // What every key of JSON and every number of a YAML parser is anyway.
      delete jsonSchema.propertyNames;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    },
  });
  const published = {
    $schema,
    $id: 'urn:vivarium:schema:scenario',
    title: 'Vivarium scenario',
    description: 'Where a simulated world starts, and which faults it has.',
    ...schema,
  };
  return `${JSON.stringify(published, undefined, 2)}\n`;
};
