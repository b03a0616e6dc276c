/** Combines the services of one server into one service, in which every operation and collection has a unique name. */
import { ConfigError, type ConfigProblem, type ProblemPlace, serviceConflict } from '../primitives/config-error.ts';
import { getOrInsert, lazily } from '../primitives/lazy.ts';
import type { Binding, ItemBinding } from './binding.ts';
import {
  type CollectionSpec,
  type Projection,
  renameCounts,
  renameReferences,
  renameRelations,
  withNames,
} from './collection-facts.ts';
import { qualifiedName, uniqueNames } from './names.ts';
import type { Operation } from './operation.ts';
import { createMatcher } from './router.ts';
import type { DeclaredSecrets } from './secret-facts.ts';
import type { Service } from './service.ts';

/** The place where the user sets the base paths, for messages. */
export interface BasePathSettings {
  /** The option, as it is named where it is set. */
  readonly setWith?: string;
  /** The location of the base path of a service in the configuration file. */
  readonly placeOf?: (service: string) => ProblemPlace | undefined;
}

/** The first service gives what only one can have; unchanged ones of `previous` are reused. @throws ConfigError if two have the same method and path. */
export const combineServices = (
  services: readonly [Service, ...Service[]],
  { previous, ...settings }: BasePathSettings & { readonly previous?: Service | undefined } = {},
): Service => {
  const [only, ...others] = services;
  if (others.length === 0) return only;
  checkPaths(services, settings);
  const operationNames = namesOf(services, ({ operations }) => operations);
  const collectionNames = namesOf(services, ({ collections }) => [...collections.values()]);
  const known = new Map(previous?.services.map((service) => [service.original ?? service, service]));
  const renamed = services.map((service) => {
    const earlier = known.get(service);
    return earlier !== undefined && hasNames(earlier, operationNames, collectionNames)
      ? earlier
      : renameService(service, operationNames, collectionNames);
  });
  const first = renamed[0] as Service;
  const operations = renamed.flatMap((service) => service.operations);
  const serviceOf = lazily(
    () => new Map(renamed.flatMap((service) => service.operations.map(({ name }) => [name, service]))),
  );
  const allSecrets = lazily(() => joinSecrets(renamed.map((service) => service.secretsOf(undefined))));
  return {
    ...first,
    operations,
    collections: new Map(renamed.flatMap((service) => [...service.collections])),
    secretsOf: (name) => (name === undefined ? undefined : serviceOf().get(name)?.secretsOf(name)) ?? allSecrets(),
    problems: renamed.flatMap((service) => service.problems),
    ready: renamed
      .map((service) => service.ready)
      .reduce((earlier, next) => (origin) => earlier(origin).then(() => next(origin))),
    useLocale: (locale) => {
      for (const service of renamed) service.useLocale?.(locale);
    },
    logins: renamed.flatMap((service) => service.logins),
    data: Object.assign({}, ...renamed.map(({ data }) => data)),
    webhooks: renamed.flatMap((service) => service.webhooks ?? []),
    callbacks: renamed.flatMap((service) => service.callbacks ?? []),
    services: renamed,
    original: undefined,
  };
};

/** The unique names of operations or collections, by their qualified names. */
type Names = ReadonlyMap<string, string>;

const namesOf = (
  services: readonly Service[],
  listOf: (service: Service) => readonly (Operation | CollectionSpec)[],
): Names => {
  const all = services.flatMap(listOf);
  const names = uniqueNames(all);
  return new Map(all.map((named, index) => [qualifiedName(named), names[index] as string]));
};

const nameIn = (names: Names, named: Operation | CollectionSpec): string => names.get(qualifiedName(named)) as string;

const hasNames = ({ operations, collections }: Service, operationNames: Names, collectionNames: Names) =>
  operations.every((operation) => operation.name === nameIn(operationNames, operation)) &&
  [...collections.values()].every((spec) => spec.name === nameIn(collectionNames, spec));

const renameService = (service: Service, operationNames: Names, collectionNames: Names): Service => {
  if (hasNames(service, operationNames, collectionNames)) return service;
  const newNames = new Map([...service.collections].map(([name, spec]) => [name, nameIn(collectionNames, spec)]));
  const newName = (name: string): string => newNames.get(name) as string;
  // Each has its memory: a view and a binding share it.
  const projections = new Map<Projection, Projection>();
  const projected = (projection: Projection): Projection => {
    const { references } = projection;
    return getOrInsert(projections, projection, () => ({
      ...projection,
      ...(references && { references: lazily(() => renameReferences(references(), newName)) }),
    }));
  };
  const specs = new Map(
    [...service.collections.values()].map((spec) => [
      spec,
      {
        ...spec,
        name: newName(spec.name),
        parentCollection: spec.parentCollection === undefined ? undefined : newName(spec.parentCollection),
        original: spec.original === undefined ? undefined : newName(spec.original),
        children: spec.children.map(newName),
        countedBy: renameCounts(spec.countedBy, newName),
        views: spec.views.map(projected),
        relations: lazily(() => renameRelations(spec.relations(), newName)),
      },
    ]),
  );
  const originals = new Map<Operation, Operation>();
  for (const operation of service.operations) {
    const { binding } = operation;
    const renamed = {
      ...operation,
      name: nameIn(operationNames, operation),
      binding: binding && withSpecs(binding, { specs, newName, projected }),
    };
    originals.set(renamed, operation);
  }
  const operations = [...originals.keys()];
  const localNames = new Map(operations.map((operation) => [operation.name, originals.get(operation)?.name]));
  return {
    ...service,
    operations,
    matcher: createMatcher(operations),
    collections: new Map([...specs.values()].map((spec) => [spec.name, spec])),
    errorFor: (operation, status, request) => service.errorFor(operation && originals.get(operation), status, request),
    secretsOf: (name) => service.secretsOf(name === undefined ? undefined : localNames.get(name)),
    data:
      service.data &&
      Object.fromEntries(Object.entries(service.data).map(([name, items]) => [newNames.get(name) ?? name, items])),
    original: service,
  };
};

const joinSecrets = (all: readonly DeclaredSecrets[]): DeclaredSecrets => ({
  headers: new Set(all.flatMap(({ headers }) => [...headers])),
  query: new Set(all.flatMap(({ query }) => [...query])),
  paths: all.flatMap(({ paths }) => paths),
  linkPaths: all.flatMap(({ linkPaths }) => linkPaths),
  properties: new Set(all.flatMap(({ properties }) => [...properties])),
  requestBodies: new Set(all.flatMap(({ requestBodies }) => [...requestBodies])),
  responseBodies: new Set(all.flatMap(({ responseBodies }) => [...responseBodies])),
});

const checkPaths = (services: readonly Service[], settings: BasePathSettings) => {
  const owners = new Map<string, { readonly service: Service; readonly shown: string }>();
  const conflicts = new Map<string, PathConflict & { readonly requests: string[] }>();
  for (const service of services) {
    for (const { method, path } of service.operations) {
      for (const base of service.basePaths) {
        const shown = `${method} ${base}${path}`;
        const key = shown.replaceAll(/\{[^{}]*\}/g, '{}').replace(/(?<=.)\/$/, '');
        const owner = getOrInsert(owners, key, () => ({ service, shown }));
        if (owner.service === service) continue;
        const pair = `${owner.service.name} ${service.name}`;
        const conflict = getOrInsert(conflicts, pair, () => ({
          services: [owner.service, service] as const,
          requests: [],
        }));
        conflict.requests.push(owner.shown);
      }
    }
  }
  if (conflicts.size > 0)
    throw new ConfigError([...conflicts.values()].map((conflict) => describeConflict(conflict, settings)));
};

interface PathConflict {
  readonly services: readonly [Service, Service];
  readonly requests: readonly string[];
}

const describeConflict = (
  { services: [left, right], requests }: PathConflict,
  { setWith = '"services"', placeOf }: BasePathSettings,
): ConfigProblem => {
  const others = requests.length === 1 ? '' : ` (and ${requests.length - 1} more)`;
  return serviceConflict.problem({
    ...placeOf?.(right.name),

    message: `the services ${left.name} and ${right.name} both have ${requests[0]}${others}`,
    hint: `Give one of them another base path in ${setWith}: { ${right.name}: { document: ..., base: /${right.name} } }.`,
  });
};

interface Renaming {
  readonly specs: ReadonlyMap<CollectionSpec, CollectionSpec>;
  readonly newName: (name: string) => string;
  readonly projected: (projection: Projection) => Projection;
}

const withSpecs = (binding: Binding, renaming: Renaming): Binding => {
  const { specs, newName, projected } = renaming;
  const { view } = binding;
  const beside =
    'beside' in binding ? binding.beside?.map((one) => withSpecs(one, renaming) as ItemBinding) : undefined;
  const own = {
    ...binding,
    ...(beside && { beside }),
    ...('owned' in binding && binding.owned && { owned: withNames(binding.owned, newName) }),
    ...('named' in binding &&
      binding.named && { named: { ...binding.named, items: withNames(binding.named.items, newName) } }),
    collection: specs.get(binding.collection) as CollectionSpec,
    view: {
      ...view,
      ...(view.projection && { projection: projected(view.projection) }),
      ...(view.beside && { beside: withNames(view.beside, newName) }),
    },
  } as Binding;
  if (!('owner' in own) || own.owner === undefined) return own;
  return { ...own, owner: { ...own.owner, collection: specs.get(own.owner.collection) as CollectionSpec } };
};
