/** Reads the option `services`. */
import { optionInvalid } from '../core/primitives/config-error.ts';
import type { JsonObject } from '../core/primitives/json.ts';
import { isUrl } from '../core/primitives/realms.ts';
import { readOptions, serviceName, serviceNameRule, serviceSchema } from '../simulation/options.ts';
import type { ServiceOptions } from '../simulation/service-source.ts';
import type { ServiceDocument } from './api.ts';

/** @throws ConfigError for an invalid name or an invalid property. */
export const readServices = (
  given: Readonly<Record<string, ServiceDocument>>,
  nameOf: (name: string) => string,
): ServiceOptions['services'] => {
  const entries = Object.entries(given);
  if (entries.length === 0) throw optionInvalid(`${nameOf('services')} must have at least one service`);
  return Object.fromEntries(entries.map(([name, service]) => [name, readService(name, service, nameOf)]));
};

const readService = (
  name: string,
  given: ServiceDocument,
  nameOf: (name: string) => string,
): ServiceOptions['services'][string] => {
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
