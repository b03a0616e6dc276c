/** Announces a server that listens: the banner for people, events in JSON. */
import { showsItems } from '../../../core/service/binding.ts';
import type { Operation } from '../../../core/service/operation.ts';
import { servicesOf } from '../../../core/service/route.ts';
import { showLocation } from '../../../core/service/secrets.ts';
import type { Service } from '../../../core/service/service.ts';
import type { Upstream } from '../../../core/service/upstream.ts';
import { countListedProblems } from '../../../simulation/load-services.ts';
import type { Options } from '../../../simulation/options.ts';
import { isWatchable } from '../../../simulation/reload/reload.ts';
import type { ServiceSources } from '../../../simulation/service-source.ts';
import { type Simulation, serviceUrlOf } from '../../../simulation/simulation.ts';
import { listServices } from '../../../world/control/list-services.ts';
import { type BannerInfo, formatBanner } from '../../terminal/banner.ts';
import type { Output } from '../../terminal/output.ts';
import type { Write } from './log.ts';

export interface Address {
  /** The origin. */
  readonly url: string;
  readonly token: string | undefined;
  /** Of the certificate that was created. */
  readonly fingerprint: string | undefined;
}

interface Announcement {
  readonly output: Output;
  readonly hasKeys: boolean;
}

export const announce = (
  simulation: Simulation,
  options: Options,
  address: Address,
  { output, hasKeys }: Announcement,
): void => {
  const write: Write = (line) => output.print(line);
  const { url, token, fingerprint } = address;
  const serviceUrl = serviceUrlOf(simulation, url);
  switch (options.log) {
    case 'silent':
      // A generated token must be printed, or nobody could use the control API.
      if (token !== undefined && options.token === undefined) write(`The token of the control API is ${token}`);
      return;
    case 'json':
      write(
        JSON.stringify({
          event: 'listening',
          url,
          service: serviceUrl,
          services: listServices(simulation.worlds.service, url),
          ...(token !== undefined && { token }),
          ...(fingerprint !== undefined && { fingerprint }),
        }),
      );
      logDocuments(simulation.services, write);
      if (simulation.sources.ignoredScenarios !== undefined)
        write(JSON.stringify({ event: 'scenarios-left-out', directory: simulation.sources.ignoredScenarios }));
      return;
    case 'pretty':
      write(formatBanner({ ...bannerOf(simulation, options, address), columns: output.columns, hasKeys }));
      return;
    default:
      options.log satisfies never;
  }
};

/** In JSON, each document that is not named on the command line is an event. */
const logDocuments = ({ list, reason }: ServiceSources, write: Write): void => {
  if (reason === undefined) return;
  for (const { document } of list) write(JSON.stringify({ event: 'document', document, reason }));
};

/** The documents as the user named them, or as they were found, and why they are served. */
const documentsIn = ({ list, origin, reason }: ServiceSources): Pick<BannerInfo, 'documents' | 'reason'> => ({
  documents: origin === 'shipped' ? [] : list.map(({ document }) => showLocation(String(document))),
  reason,
});

const bannerOf = (
  { sources, services, store }: Simulation,
  options: Options,
  address: Address,
): Omit<BannerInfo, 'columns' | 'hasKeys'> => {
  const { service, start } = sources;
  const { scenario } = start;
  return {
    services: listServices(service, address.url),
    ...documentsIn(services),
    operations: service.operations.length,
    bound: service.operations.filter(({ binding }) => binding !== undefined).length,
    collections: [...service.collections.keys()],
    handlers: service.operations.filter((operation) => service.handlers?.has(operation)).map(({ name }) => name),
    problems: countListedProblems(sources),
    overlays: options.overlay.map(showLocation),
    ...address,
    host: options.host,
    scenario: options.scenario,
    description:
      sources.ignoredScenarios === undefined
        ? scenario.description
        : `${sources.ignoredScenarios}/ is ignored (shipped example)`,
    seed: start.seed,
    faults: scenario.faults
      .filter((entry) => entry.enabled)
      .map(({ fault }) => `${fault.name}${describeOn(fault.on?.operation)}`),
    upstreams: servicesOf(service).flatMap(({ upstream }) =>
      upstream === undefined ? [] : [describeUpstream(upstream)],
    ),
    example: exampleOf(service, address.url),
    watching: options.watch !== false && store === undefined && isWatchable(sources),
  };
};

const describeUpstream = ({ url, choice: { forward } }: Upstream): string =>
  `${url} · ${typeof forward === 'string' ? forward : forward.join(', ')} forwarded`;

const describeOn = (operation: string | readonly string[] | undefined): string =>
  operation === undefined ? '' : ` on ${typeof operation === 'string' ? operation : operation.join(', ')}`;

/** A GET that needs no input except a credential. */
const exampleOf = (service: Service, origin: string): BannerInfo['example'] => {
  const { operations } = service;
  const isEasy = ({ method, path, parameters, success }: Operation): boolean =>
    method === 'GET' &&
    !path.includes('{') &&
    success !== undefined &&
    !parameters.some((parameter) => parameter.required);
  // A list shows the most data.
  const lists = operations.filter(({ binding }) => binding?.action === 'list' && showsItems(binding));
  const easy = lists.find(isEasy) ?? operations.find(isEasy);
  const base = servicesOf(service).find(({ name }) => name === easy?.service)?.basePaths[0] ?? '';
  return easy && { url: `${origin}${base}${easy.path}`, header: exampleHeader(easy) };
};

const exampleHeader = ({ security }: Operation): string | undefined => {
  const [alternative] = security;
  for (const scheme of alternative ?? []) {
    if (scheme.type === 'bearer') return 'Authorization: Bearer demo';
    if (scheme.type === 'basic') return 'Authorization: Basic ZGVtbzpkZW1v';
    if (scheme.in === 'header') return `${scheme.name}: demo`;
  }
  return undefined;
};
