/** Finds the collections whose ids are secrets, such as sessions by their tokens. */

import { getOrInsert } from '../../core/primitives/lazy.ts';
import type { Paging } from '../../core/service/binding.ts';
import type { CollectionSpec } from '../../core/service/collection-facts.ts';
import type { Operation } from '../../core/service/operation.ts';
import type { PageFact } from '../../core/service/page-fact.ts';
import { isUsualSecret, toSecretName } from '../../core/service/secret-facts.ts';
import type { Service } from '../../core/service/service.ts';

/** The secret id of the items that an operation handles. Names are in the form of {@link toSecretName}. */
export interface SecretId {
  readonly collection: CollectionSpec;
  /** The properties with an id or a cursor. A cursor is an id, or may contain one. */
  readonly properties: ReadonlySet<string>;
  readonly parameters: ReadonlySet<string>;
  readonly headers: ReadonlySet<string>;
}

type SecretIdOf = (operation: string | undefined) => SecretId | undefined;

export const createSecretIds = (service: Service): SecretIdOf => {
  const operations = new Map(service.operations.map((operation) => [operation.name, operation]));
  const collections = new Map<string, boolean>();
  const isSecretCollection = (name: string) =>
    getOrInsert(collections, name, () => service.operations.some((one) => hasSecretId(service, one, name)));
  return (name) => {
    const operation = name === undefined ? undefined : operations.get(name);
    const collection = operation?.binding?.collection;
    if (operation === undefined || collection === undefined || !isSecretCollection(collection.name)) return undefined;
    return secretIdOf(operation, collection);
  };
};

/** Whether an operation shows that the ids of a collection are secrets: by the property, or by the path parameter. */
const hasSecretId = (service: Service, operation: Operation, collection: string) => {
  const { binding, parameters, path, name } = operation;
  if (binding?.collection.name !== collection || binding.collection.kind !== 'list') return false;
  const declared = service.secretsOf(name);
  const property = toSecretName(binding.collection.idProperty ?? '');
  if (isUsualSecret(property) || declared.properties.has(property)) return true;
  const key = 'key' in binding && typeof binding.key === 'number' ? parameters[binding.key] : undefined;
  if (key === undefined) return false;
  const fromEnd = path.replace(/\/$/, '').split('/').toReversed();
  const index = fromEnd.findIndex((segment) => segment.includes(`{${key.name}}`));
  return declared.paths.some(({ secrets }) => secrets.has(index));
};

const cursorsOf = (paging: Paging | undefined): readonly (number | undefined)[] =>
  paging === undefined
    ? []
    : [...(paging.style === 'cursor' ? [paging.from, paging.before] : []), ...cursorsOf(paging.beside)];

const secretIdOf = ({ binding, parameters }: Operation, collection: CollectionSpec): SecretId => {
  const list = binding?.action === 'list' ? binding : undefined;
  const cursors = cursorsOf(list?.paging);
  const isCursor = ({ fact }: { readonly fact: PageFact }) => fact.endsWith('-cursor');
  const properties = (list?.view.facts ?? []).filter(isCursor).map(({ path }) => path.at(-1));
  const headers = (list?.view.headers ?? []).filter(isCursor).map(({ name }) => name);
  return {
    collection,
    properties: secretNames([collection.idProperty, ...properties]),
    parameters: secretNames(cursors.map((index) => (index === undefined ? undefined : parameters[index]?.name))),
    headers: secretNames(headers),
  };
};

const secretNames = (names: readonly (string | undefined)[]): ReadonlySet<string> =>
  new Set(names.flatMap((name) => (name === undefined ? [] : toSecretName(name))));
