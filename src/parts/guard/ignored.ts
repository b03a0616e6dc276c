/** What a guard does not judge: operations by name, and methods with a path. */
import { optionInvalid } from '../../core/primitives/config-error.ts';
import { didYouMean, suggest } from '../../core/primitives/did-you-mean.ts';
import { matchesWildcard } from '../../core/primitives/wildcard.ts';
import { findByName } from '../../core/service/names.ts';
import type { Operation } from '../../core/service/operation.ts';
import { routeRequest, type Service } from '../../core/service/service.ts';

/** Templates are equal if they differ in the names of their parameters alone; `:id` is one too. */
export const plainPath = (template: string): string => template.replaceAll(/\{[^}]*\}|(?<=\/):\w+/g, '{}');

type IsIgnored = (method: string, target: string) => boolean;

/**
 * @param entries `listOrders`, `GET /orders/{id}`, `* /health*`: paths with or without the base path.
 * @throws ConfigError for an entry that names nothing of the document, and for a path that nearly does.
 */
export const readIgnored = (entries: readonly string[], service: Service): IsIgnored => {
  if (!Array.isArray(entries))
    throw optionInvalid('ignore must be a list of operations', "Write ignore: ['GET /health'].");
  const ignored = new Set<Operation>();
  const paths: (readonly [method: string, pattern: string])[] = [];
  for (const entry of entries) {
    const [, method, path] = /^([A-Za-z*]+) (\/\S*)$/.exec(String(entry)) ?? [];
    if (method === undefined || path === undefined) ignored.add(operationNamed(String(entry), service));
    else {
      const found = operationsAt(method.toUpperCase(), path, service);
      if (found.length === 0) checkUndocumented(String(entry), method.toUpperCase(), path, service);
      for (const operation of found) ignored.add(operation);
      paths.push([method.toUpperCase(), path]);
    }
  }
  return (method, target) => {
    const [path = ''] = target.split('?', 1);
    const { apiPath, match } = routeRequest(service, method, path, () => false);
    if (match.type === 'operation' && ignored.has(match.operation)) return true;
    return paths.some(
      ([verb, pattern]) =>
        (verb === '*' || verb === method.toUpperCase()) &&
        [path, apiPath?.path].some((one) => one !== undefined && matchesWildcard(pattern, one)),
    );
  };
};

const operationNamed = (name: string, { operations }: Service): Operation => {
  const found = findByName(operations, name);
  if (found.type === 'found') return found.value;
  if (found.type === 'ambiguous')
    throw optionInvalid(`ignore names "${name}", which is ambiguous`, `Write one of ${found.names.join(', ')}.`);
  const names = operations.map((operation) => operation.name);
  throw optionInvalid(
    `ignore names "${name}", which is neither an operation nor a method and a path`,
    suggest(name, 'operations', names),
  );
};

const operationsAt = (method: string, path: string, { operations, basePaths }: Service): readonly Operation[] => {
  const pattern = plainPath(path);
  return operations.filter(
    (one) =>
      (method === '*' || method === one.method) &&
      ['', ...basePaths].some((base) => matchesWildcard(pattern, plainPath(base + one.path))),
  );
};

/** Accepts a path that the document lacks, as the client may call it, unless it is a slip. */
const checkUndocumented = (entry: string, method: string, path: string, service: Service) => {
  const isOne = (base: string) => routeRequest(service, method, base + path, () => false).match.type === 'operation';
  if (path.includes('*') || (plainPath(path) === path && ['', ...service.basePaths].some(isOne))) return;
  const known = [...new Set(service.operations.flatMap((one) => (method === one.method ? [one.path] : [])))];
  const inner = service.basePaths.find((base) => base !== '' && path.startsWith(`${base}/`)) ?? '';
  const own = path.slice(inner.length);
  if (didYouMean(plainPath(own), known.map(plainPath)) === undefined && plainPath(path) === path) return;
  throw optionInvalid(
    `ignore names "${entry}", which the document does not have`,
    `${suggest(own, `paths with ${method}`, known)} A path beyond the document is named with a star: "${entry.replace(/\{.*/, '')}*".`,
  );
};
