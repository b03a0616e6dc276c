/** The options of `createVivarium`: combined with those of a configuration file, and checked. */
import { optionInvalid } from '../core/primitives/config-error.ts';
import type { JsonObject } from '../core/primitives/json.ts';
import { isUrl } from '../core/primitives/realms.ts';
import { combineOptions } from '../simulation/combine-options.ts';
import {
  libraryOptionsSchema,
  readOptions,
  serviceName,
  serviceNameRule,
  serviceSchema,
} from '../simulation/options.ts';
import { chooseServices, type ServiceOptions } from '../simulation/service-source.ts';
import { sourceOf } from '../simulation/sources.ts';
import { readKeep } from '../simulation/store-options.ts';
import type { ServiceDocument, VivariumOptions } from './api.ts';
import { checkArgument } from './read-arguments.ts';

/**
 * Reads and checks the options. `source`: what a reload can replace; `settings`: the rest, which belongs to the worlds.
 */
export const readVivariumOptions = async (options: VivariumOptions) => {
  checkArgument(options, { name: 'the options', example: "createVivarium({ document: 'api.yaml' })" });
  const checked = await checkOptions(options);
  const { maxWorlds, journal, maxBody, showCredentials, token, save, allowChanges, scenarios, seed } = checked;
  const services = await chooseServices({ ...checked, base: checked.base });
  return {
    checked,
    source: { ...sourceOf(checked, services, checked), scenarios, seed },
    settings: {
      maxWorlds,
      journal,
      maxBody,
      showCredentials,
      token,
      save,
      allowChanges,
      keepMs: readKeep(checked, checked),
    },
  };
};

export const nameOf = (name: string): string => `option "${name}"`;

/** Checks all options but a parsed document and an inline scenario, which are checked when they are loaded. */
const checkOptions = async (given: VivariumOptions) => {
  const parsed = isObject(given.document) && !isUrl(given.document) ? (given.document as JsonObject) : undefined;
  const inline = isObject(given.scenario) ? given.scenario : undefined;
  const { services: givenServices, ...rest } = given;
  const values = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  if (isUrl(given.document)) values.document = given.document.href;
  if (givenServices !== undefined) {
    if (given.document !== undefined)
      throw optionInvalid(`${nameOf('document')} cannot be used with ${nameOf('services')}`);
    readOptions(libraryOptionsSchema.pick({ services: true }), { services: givenServices }, nameOf);
    // They replace the documents of a configuration file.
    values.document = [];
  }
  const { config } = readOptions(libraryOptionsSchema.pick({ config: true }), { config: given.config }, nameOf);
  const combined = await combineOptions({ values, nameOf }, config);
  const known = Object.entries(combined.values).filter(([name]) => Object.hasOwn(values, name) || isOption(name));
  const checked = readOptions(
    libraryOptionsSchema,
    {
      ...Object.fromEntries(known),
      ...(parsed !== undefined && { document: [] }),
      ...(inline !== undefined && { scenario: undefined }),
    },
    combined.nameOf,
  );
  const document = parsed === undefined ? checked.document : [parsed];
  const services = givenServices === undefined ? combined.services : readServices(givenServices);
  return { ...combined, ...checked, services, document, scenario: inline ?? checked.scenario };
};

/** Whether the library has an option: a configuration file also has those that only `serve` takes. */
const isOption = (name: string) => Object.hasOwn(libraryOptionsSchema.shape, name);

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** @throws ConfigError for an invalid name or an invalid property. */
const readServices = (given: Readonly<Record<string, ServiceDocument>>): ServiceOptions['services'] => {
  const entries = Object.entries(given);
  if (entries.length === 0) throw optionInvalid(`${nameOf('services')} must have at least one service`);
  return Object.fromEntries(entries.map(([name, service]) => [name, readService(name, service)]));
};

const readService = (name: string, given: ServiceDocument): ServiceOptions['services'][string] => {
  const label = nameOf(`services.${name}`);
  if (!serviceName.test(name)) throw optionInvalid(`${label} must have ${serviceNameRule}`);
  if (typeof given !== 'object' || given === null) throw optionInvalid(`${label} must be an object with a document`);
  const { document } = given;
  const isParsed = typeof document === 'object' && document !== null && !isUrl(document);
  const read = readOptions(
    serviceSchema(),
    // A parsed document is checked when it is loaded.
    { ...given, document: isParsed ? name : isUrl(document) ? document.href : document },
    (property) => nameOf(`services.${name}.${property}`),
  );
  const { overlay, base, upstream } = read;
  return { document: isParsed ? (document as JsonObject) : read.document, overlay, base, upstream };
};
