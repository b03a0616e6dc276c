/** Which documents are served, and why: named by the user, found in the working directory, or the shipped example. */
import { fileURLToPath } from 'node:url';
import { commandInvalid, type OptionNames, optionInvalid, type ProblemPlace } from '../core/primitives/config-error.ts';
import type { JsonObject } from '../core/primitives/json.ts';
import { showLocation } from '../core/service/secret-facts.ts';
import { packageFile } from '../files/package-file.ts';
import { problemWithLocale } from '../parts/locale/find-locale.ts';
import { findDocument } from './file-kind.ts';
import { manifest } from './manifest.ts';

/** One service to serve: its document, and what is applied to it. */
export interface ServiceSource {
  /** Qualifies the names of its operations and collections where several services are served: `shop.getOrder`. */
  readonly name: string;
  /** A file, a URL, or a parsed document. */
  readonly document: string | JsonObject;
  /** Files or URLs of Overlays, applied to the document in this order. */
  readonly overlay: readonly string[];
  /** Replaces the base paths of the document: `/users/v1`, or `` for the root. Undefined: those of the document. */
  readonly base: string | undefined;
  /** The URL of the real service. Default: none. */
  readonly upstream?: string | undefined;
  /** Where the configuration file sets a property; undefined if it does not. `index`: in a list. */
  readonly placeOf?:
    | ((
        property: 'document' | 'overlay' | 'base' | 'upstream',
        ...index: readonly number[]
      ) => ProblemPlace | undefined)
    | undefined;
}

/** What is the same for all services. */
interface CommonOptions {
  /** Whether no operation keeps anything. Default: false. */
  readonly stateless?: boolean | undefined;
  /** Whether requests may ask as they ask Prism. Default: false. */
  readonly prism?: boolean | undefined;
  /** The locale of generated data. Default: English. */
  readonly locale?: string | undefined;
  /** Hosts beyond this machine to which webhooks are sent. Default: none. */
  readonly allowWebhooks?: readonly string[] | undefined;
  /** The origins of pages that may name receivers of webhooks, beside those of this machine. */
  readonly allowOrigin?: readonly string[] | undefined;
}

export interface ServiceSources extends CommonOptions {
  /** At least one. Their names are unique. */
  readonly list: readonly [ServiceSource, ...ServiceSource[]];
  readonly origin: 'named' | 'found' | 'shipped';
  /** Whether the scenarios of the working directory are for other documents. Default: false. */
  readonly isBeside?: boolean | undefined;
  /** Why these documents are served, for the user: `found in the working directory`. Undefined if the user named them. */
  readonly reason: string | undefined;
  /** The option with which the user sets the properties of several services. For messages. */
  readonly setWith: string;
}

/** The options that choose the services. At most one of `document` and `services` is not empty. */
export interface ServiceOptions extends OptionNames, CommonOptions {
  /** Files, URLs, or one parsed document. */
  readonly document: readonly (string | JsonObject)[];
  /** The services by name, as the configuration file has them. */
  readonly services: Readonly<Record<string, Omit<ServiceSource, 'name' | 'placeOf'>>>;
  /** For a single service. */
  readonly overlay: readonly string[];
  /** For a single service. */
  readonly base: string | undefined;
  /** For a single service. */
  readonly upstream?: string | undefined;
  /** The configuration file that names the documents. Default: the user did. */
  readonly namedIn?: string | undefined;
  /** Why the documents are served without what the configuration file has for its own. */
  readonly leftOut?: string | undefined;
  /** Whether the user named a scenario. Default: false. */
  readonly hasScenario?: boolean | undefined;
  /** The configuration file that is read, or that the user could write; undefined in a program that uses none. */
  readonly configuration?: string | undefined;
}

/** The document that is served if none is named and none is found. */
export const shippedDocument = fileURLToPath(packageFile(manifest().vivarium.example));

/** @throws ConfigError if several documents are found, two services have one name, or an option fits only one service. */
export const chooseServices = async (options: ServiceOptions): Promise<ServiceSources> => {
  const { stateless, prism, locale, allowWebhooks, allowOrigin, namedIn, configuration, nameOf, placeOf } = options;
  const setWith = configuration === undefined ? nameOf('services') : `"services" of ${configuration}`;
  const settings = { stateless, prism, locale, allowWebhooks, allowOrigin, setWith };
  const wrong = locale === undefined ? undefined : problemWithLocale(locale);
  if (wrong !== undefined)
    throw optionInvalid({ ...wrong, ...placeOf?.('locale'), message: `${nameOf('locale')}: ${wrong.message}` });
  const [first, ...others] = namedServices(options, setWith);
  if (first !== undefined)
    return {
      ...settings,
      list: [first, ...others],
      origin: 'named',
      reason: options.leftOut ?? (namedIn && `named in ${namedIn}`),
      isBeside: options.leftOut !== undefined && options.hasScenario !== true,
    };
  const inFile = configuration === undefined ? '' : `, or as "document" in ${configuration}`;
  const found = await findDocument('.', `${nameOf('document')}${inFile}`);
  const list = [singleService(found ?? shippedDocument, options)] as const;
  if (found !== undefined) return { ...settings, list, origin: 'found', reason: 'found in the working directory' };
  return { ...settings, list, origin: 'shipped', reason: 'the shipped example (no OpenAPI document was found here)' };
};

const singleService = (
  document: string | JsonObject,
  { overlay, base, upstream, placeOf }: ServiceOptions,
): ServiceSource => ({ name: serviceNameOf(document), document, overlay, base, upstream, placeOf });

const namedServices = (options: ServiceOptions, setWith: string): readonly ServiceSource[] => {
  const { document, services, overlay, base, upstream, nameOf, placeOf } = options;
  const configured = Object.entries(services).map(
    ([name, service]): ServiceSource => ({
      ...service,
      name,
      placeOf: placeOf && ((...path) => placeOf('services', name, ...path)),
    }),
  );
  const several = document.length > 1 || configured.length > 0;
  const ofOneService = [
    ['overlay', overlay.length > 0],
    ['base', base !== undefined],
    ['upstream', upstream !== undefined],
  ] as const;
  for (const [option, isSet] of ofOneService)
    if (several && isSet)
      throw optionInvalid({
        message: `${nameOf(option)} cannot be used with several services: it does not state which of them it is for`,
        hint: `Set "${option}" for each service in ${setWith}.`,
        ...placeOf?.(option),
      });
  if (configured.length > 0) return configured;
  const named = document.map((each) => singleService(each, options));
  for (const [name, alike] of Map.groupBy(named, (source) => source.name))
    if (alike.length > 1)
      throw commandInvalid(
        `${alike.length} services would be named "${name}": ${documentNames(alike)}`,
        `A service is named after its file, up to the first dot. Give them names in ${setWith}.`,
      );
  return named;
};

export const documentNames = (sources: readonly ServiceSource[]): string =>
  sources.map(({ document }) => showLocation(String(document))).join(', ');

/** A service is named after its file, up to the first dot: `shop` for `specs/shop.v2.yaml` and for its URL. */
const serviceNameOf = (document: string | JsonObject): string => {
  if (typeof document !== 'string') return 'service';
  const path = URL.canParse(document) ? new URL(document).pathname : document;
  const file = path.split(/[/\\]/).findLast((part) => part !== '') ?? '';
  return /^\.*([^.]+)/.exec(file)?.[1] ?? 'service';
};
