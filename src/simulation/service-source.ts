/** Which documents are served, and why: named by the user, found in the working directory, or the shipped example. */
import { fileURLToPath } from 'node:url';
import { configError } from '../core/primitives/config-error.ts';
import type { JsonObject } from '../core/primitives/json.ts';
import { findDocument } from './find-document.ts';

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
}

export interface ServiceSources {
  /** At least one. Their names are unique. */
  readonly list: readonly [ServiceSource, ...ServiceSource[]];
  readonly origin: 'named' | 'found' | 'shipped';
  /** Why these documents are served, for the user: `found in the working directory`. Undefined if the user named them. */
  readonly reason: string | undefined;
}

/** The options that choose the services. At most one of `document` and `services` is not empty. */
export interface ServiceOptions {
  /** Files, URLs, or one parsed document. */
  readonly document: readonly (string | JsonObject)[];
  /** By the names of the services, as the configuration file has them. */
  readonly services: Readonly<Record<string, Omit<ServiceSource, 'name'>>>;
  /** For a single service. */
  readonly overlay: readonly string[];
  /** For a single service. */
  readonly base: string | undefined;
  /** The configuration file that names the documents. Default: the user did. */
  readonly namedIn?: string | undefined;
  /** The name of an option as the user writes it. For error messages. */
  readonly nameOf: (option: string) => string;
}

/** The document that is served if none is named and none is found. */
export const shippedDocument = fileURLToPath(new URL('../../spec/animal-store.yaml', import.meta.url));

/** @throws ConfigError if several documents are found, two services have one name, or an option fits only one service. */
export const chooseServices = async (options: ServiceOptions): Promise<ServiceSources> => {
  const named = namedServices(options);
  const [first, ...others] = named;
  const { overlay, base, namedIn } = options;
  if (first !== undefined)
    return { list: [first, ...others], origin: 'named', reason: namedIn && `named in ${namedIn}` };
  const found = await findDocument();
  const document = found ?? shippedDocument;
  const list = [{ name: serviceNameOf(document), document, overlay, base }] as const;
  return found === undefined
    ? { list, origin: 'shipped', reason: 'the shipped example (no OpenAPI document was found here)' }
    : { list, origin: 'found', reason: 'found in the working directory' };
};

const namedServices = ({ document, services, overlay, base, nameOf }: ServiceOptions): readonly ServiceSource[] => {
  const configured = Object.entries(services).map(([name, service]) => ({ ...service, name }));
  const several = document.length > 1 || configured.length > 0;
  for (const [option, isSet] of [['overlay', overlay.length > 0] as const, ['base', base !== undefined] as const])
    if (several && isSet)
      throw configError(
        'VIV_OPTION_INVALID',
        `${nameOf(option)} cannot be used with several services: it does not state which of them it is for`,
        `Set "${option}" below "services" in vivarium.yaml, for each service.`,
      );
  if (configured.length > 0) return configured;
  const named = document.map((each) => ({ name: serviceNameOf(each), document: each, overlay, base }));
  for (const [name, alike] of Map.groupBy(named, (source) => source.name))
    if (alike.length > 1)
      throw configError(
        'VIV_COMMAND_INVALID',
        `${alike.length} services would be named "${name}": ${alike.map((source) => source.document).join(', ')}`,
        'A service is named after its file, up to the first dot. Give them names below "services" in vivarium.yaml.',
      );
  return named;
};

/** A service is named after its file, up to the first dot: `shop` for `specs/shop.v2.yaml` and for its URL. */
const serviceNameOf = (document: string | JsonObject): string => {
  if (typeof document !== 'string') return 'service';
  const path = URL.canParse(document) ? new URL(document).pathname : document;
  const file = path.split(/[/\\]/).findLast((part) => part !== '') ?? '';
  return /^\.*([^.]+)/.exec(file)?.[1] ?? 'service';
};
