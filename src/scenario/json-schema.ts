import { z } from 'zod';
import { scenarioSchema } from './schema.ts';

/** The text of `schema/scenario.json`. */
export const scenarioJsonSchema = (): string => {
  // "any": what may be any JSON value has no schema of its own.
  const { $schema, ...schema } = z.toJSONSchema(scenarioSchema, { io: 'input', unrepresentable: 'any' });
  const published = {
    $schema,
    $id: 'https://unpkg.com/vivarium/schema/scenario.json',
    title: 'Vivarium scenario',
    description: 'Where a simulated world starts, and which faults it has.',
    ...schema,
  };
  return `${JSON.stringify(published, undefined, 2)}\n`;
};
