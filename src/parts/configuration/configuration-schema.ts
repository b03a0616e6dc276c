/** The schema of the configuration file. Editors show the descriptions: `scripts/build-schemas.ts` publishes them. */
import { z } from 'zod';
import { publishedSchema } from '../../scenario/document/json-schema.ts';
import { keyOf, optionsSchema, serviceName, serviceNameRule, serviceSchema } from '../../simulation/options.ts';

export const optionOf = (key: string): string =>
  key.replaceAll(/-([a-z])/g, (_match, letter: string) => letter.toUpperCase());

const { document: _document, config: _config, ...options } = optionsSchema.shape;

const expectedServices = 'a map of names and services, with at least one service';

const shape = {
  document: z
    .string('a file or a URL')
    .min(1, 'a file or a URL')
    .optional()
    .describe('The OpenAPI document of the one service: a file or a URL. Several are below `services`.'),
  services: z
    .record(z.string().regex(serviceName, serviceNameRule), serviceSchema(), expectedServices)
    .refine((services) => Object.keys(services).length > 0, expectedServices)
    .optional()
    .describe('Several services by their names, in place of `document`.'),
  ...(Object.fromEntries(Object.entries(options).map(([name, schema]) => [keyOf(name), schema])) as Record<
    string,
    z.ZodType
  >),
  $schema: z
    .string('the address of a JSON Schema')
    .optional()
    .describe('The address of this JSON Schema, for editors. In YAML, a comment may name it instead.'),
};

export const configurationSchema = z.strictObject(shape, {
  error: (issue) => (issue.code === 'unrecognized_keys' ? Object.keys(shape).join(', ') : 'a map'),
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
