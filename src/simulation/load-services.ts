/** Loads the documents, and compiles and combines their services. */
import { fileURLToPath } from 'node:url';
import { ConfigError, type ConfigProblem } from '../core/primitives/config-error.ts';
import { type BasePathSettings, combineServices } from '../core/service/combine.ts';
import type { Service } from '../core/service/service.ts';
import { loadAll } from '../files/load-all.ts';
import { compileService } from '../openapi/compile.ts';
import { type LoadedDocument, loadDocument, locateProblem, overlayDocument } from '../openapi/load/load.ts';
import type { World } from '../world/world.ts';
import { type FileKind, foreignFormatOfFile, kindOfFile } from './file-kind.ts';
import { attachParts } from './parts.ts';
import type { ServiceSource, ServiceSources } from './service-source.ts';

export interface LoadedService {
  readonly service: Service;
  /** A document that was given parsed has none. */
  readonly document: LoadedDocument | undefined;
  /** All files of the document and of its Overlays, including missing files that they refer to. */
  readonly files: readonly string[];
  /** Problems of the document and of Overlays that do not prevent serving. */
  readonly problems: readonly ConfigProblem[];
}

interface LoadedServices {
  /** In the order of their sources. */
  readonly loaded: readonly LoadedService[];
  readonly service: Service;
}

/** The services before a change of files. Those without a changed file are not loaded again. */
export interface PreviousServices {
  readonly sources: LoadedServices;
  /** Files; `all`: with the options, so that nothing is kept. */
  readonly changed: readonly string[] | 'all';
}

/** @throws ConfigError with the problems of all documents that cannot be used. */
export const loadServices = async (services: ServiceSources, previous?: PreviousServices): Promise<LoadedServices> => {
  const { list, allowWebhooks = [], allowOrigin } = services;
  const load = (source: ServiceSource, index: number): LoadedService | Promise<LoadedService> => {
    const before = previous?.sources.loaded[index];
    const { changed = 'all' } = previous ?? {};
    const isSame = before !== undefined && changed !== 'all' && !changed.some((file) => before.files.includes(file));
    return isSame ? before : loadService(source, services);
  };
  const loaded = await loadAll(list.map(load));
  const before = previous?.sources;
  if (before !== undefined && loaded.every((each, index) => each === before.loaded[index])) return before;
  const parts = loaded.map(({ service }) => service) as [Service, ...Service[]];
  const combined = combineServices(parts, { previous: before?.service, ...basePathSettings(services) });
  // Loaded when one is due: most documents send nothing.
  const perform = (world: object, claimed: number, isOwn: boolean) => {
    void import('../parts/webhooks/load.ts').then(({ performWebhook }) =>
      performWebhook(world as World, claimed, isOwn, allowWebhooks),
    );
  };
  return { loaded, service: attachParts(combined, perform, allowOrigin) };
};

/** The places of base paths, for messages. */
export const basePathSettings = ({ list, setWith }: ServiceSources): BasePathSettings => ({
  setWith,
  placeOf: (service) => list.find(({ name }) => name === service)?.placeOf?.('base'),
});

const loadService = async (
  source: ServiceSource,
  { stateless, locale, prism }: ServiceSources,
): Promise<LoadedService> => {
  const loaded = await compileSource(source, { stateless, locale });
  if (prism !== true) return loaded;
  const { askedAsPrism } = await import('../parts/prism/load.ts');
  return { ...loaded, service: askedAsPrism(loaded.service) };
};

const compileSource = async (
  source: ServiceSource,
  settings: Pick<ServiceSources, 'stateless' | 'locale'>,
): Promise<LoadedService> => {
  const { name, document: given, overlay, base } = source;
  if (typeof given === 'object') {
    const { document, conversion, problems, texts } = await withPlaces(source, overlayDocument(given, overlay));
    const service = compileService(document, { conversion, name, base, ...settings });
    return { service, document: undefined, files: pathsOf(texts), problems };
  }
  const document = await loadServed(source);
  const compiled = inFile(given, () => compileService(document.document, { ...document, name, base, ...settings }));
  const service = 'data' in document ? { ...compiled, data: document.data } : compiled;
  return { service, document, files: pathsOf(document.texts), problems: document.problems };
};

/** Loads a document, or a file of another kind that can be served: then it has data. @throws ConfigError */
export const loadServed = async (source: ServiceSource): Promise<LoadedDocument & Pick<Service, 'data'>> => {
  const { document, overlay } = source;
  try {
    return await withPlaces(source, loadDocument(document as string, overlay));
  } catch (error) {
    if (!(error instanceof ConfigError) || error.problems[0]?.code !== 'VIV_DOCUMENT_UNSUPPORTED') throw error;
    const { loadDatabase } = await import('../parts/foreign/load.ts');
    return loadDatabase(document as string, overlay, error);
  }
};

/** Locates a file that cannot be read where the configuration names it. */
const withPlaces = async <Loaded>(source: ServiceSource, loading: Promise<Loaded>): Promise<Loaded> => {
  try {
    return await loading;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const problems = error.problems.map((problem) => withRemedy(atItsName(problem, source), source));
    throw new ConfigError(await Promise.all(problems));
  }
};

const atItsName = (problem: ConfigProblem, { document, overlay, placeOf }: ServiceSource): ConfigProblem => {
  const { code, file, message } = problem;
  if (code !== 'VIV_DOCUMENT_UNREADABLE' || file === undefined) return problem;
  const place = file === document ? placeOf?.('document') : placeOf?.('overlay', overlay.indexOf(file));
  return place === undefined ? problem : { ...problem, ...place, message: `${file}: ${message}` };
};

/** Names the option that takes the file, if it is of another kind than a document. */
const withRemedy = async (problem: ConfigProblem, { document }: ServiceSource): Promise<ConfigProblem> => {
  const { code, file, hint } = problem;
  if (code !== 'VIV_DOCUMENT_UNSUPPORTED' || hint !== undefined || file !== document) return problem;
  const kind = await kindOfFile(file);
  const foreign = kind === 'foreign' ? await foreignFormatOfFile(file) : undefined;
  return { ...problem, hint: foreign === undefined ? remedies[kind] : `It is ${foreign.what}. ${foreign.remedy}` };
};

const remedies: Partial<Record<FileKind, string>> = {
  overlay: 'It is an Overlay, which the option "overlay" takes.',
  configuration: 'It is a configuration, which the option "config" takes.',
  empty: 'The file is empty, or has comments alone.',
  scenario: 'Give a file with "openapi" or "swagger" at its top level. The option "scenario" takes a scenario.',
};

/** Names the file in problems without one. */
const inFile = <Result>(file: string, run: () => Result): Result => {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new ConfigError(error.problems.map((problem) => ({ ...problem, file: problem.file ?? file })));
  }
};

/** All problems of the documents that are served anyway. Locations are found in their texts now, which takes a while. */
export const listProblems = ({ loaded }: Pick<LoadedServices, 'loaded'>): readonly ConfigProblem[] =>
  loaded.flatMap(({ service, document, problems }) => [
    ...problems,
    ...service.problems.map((problem) => locateProblem(problem, document?.locate)),
  ]);

/** The number of problems that {@link listProblems} lists. */
export const countListedProblems = ({ loaded }: Pick<LoadedServices, 'loaded'>): number =>
  loaded.reduce((sum, { service, problems }) => sum + service.problems.length + problems.length, 0);

const pathsOf = (texts: LoadedDocument['texts']): readonly string[] =>
  [...texts.keys()].filter((uri) => uri.startsWith('file:')).map((uri) => fileURLToPath(uri));
