/** The schema of the configuration file. Editors show the descriptions: `scripts/build-schemas.ts` publishes them. */
import { z } from 'zod';
import { flagOf, optionsSchema, serviceName, serviceNameRule, serviceSchema } from './options.ts';

/** The key of an option: its long flag without the dashes. */
const keyOf = (option: string): string => flagOf(option).slice(2);

/** The option of a key. */
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
    .record(z.string().regex(serviceName, serviceNameRule), serviceSchema, expectedServices)
    .refine((services) => Object.keys(services).length > 0, expectedServices)
    .optional()
    .describe('Several services by their names, in place of `document`.'),
  ...(Object.fromEntries(Object.entries(options).map(([name, schema]) => [keyOf(name), schema])) as Record<
    string,
    z.ZodType
  >),
};

export const configurationSchema = z.strictObject(shape, {
  error: (issue) => (issue.code === 'unrecognized_keys' ? Object.keys(shape).join(', ') : 'a map'),
});

/** The text of `schema/config.json`. */
export const configurationJsonSchema = (): string => {
  const { $schema, ...schema } = z.toJSONSchema(configurationSchema, {
    io: 'input',
    override: ({ jsonSchema }) => {
      // Numbers and switches may be text only in flags and variables.
      if (jsonSchema.type !== undefined) delete jsonSchema.anyOf;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    },
  });
  const published = {
    $schema,
    $id: 'urn:vivarium:schema:config',
    title: 'Vivarium configuration',
    description: 'What `vivarium serve` serves, and its options.',
    ...schema,
    not: { required: ['document', 'services'] },
  };
  return `${JSON.stringify(published, undefined, 2)}\n`;
};
