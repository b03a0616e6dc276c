/** What the name of a sample means. */

import { isJsonType } from '../../core/http/http.ts';
import { type ConfigError, optionInvalid } from '../../core/primitives/config-error.ts';
import { suggest } from '../../core/primitives/did-you-mean.ts';
import { findByName } from '../../core/service/names.ts';
import { type Content, type Operation, responseFor } from '../../core/service/operation.ts';
import { type Service, servicesOf } from '../../core/service/service.ts';

export type SampleContent = Pick<Content, 'check' | 'generate'> & Partial<Pick<Content, 'complete' | 'factsOf'>>;

export interface SchemaTarget {
  readonly type: 'schema';
  readonly content: Content;
  readonly side: 'request' | 'response';
}

export interface BodyTarget {
  readonly type: 'body';
  readonly operation: Operation;
  /** If it is undefined, it means the body of a request. */
  readonly status: number | undefined;
  readonly content: SampleContent;
}

/** @throws ConfigError with a suggestion if there is nothing of this name. */
export const findTarget = (service: Service, name: string, side: 'request' | 'response'): SchemaTarget | BodyTarget => {
  const named = servicesOf(service).map(({ schemas }) => schemas());
  const content = named.map(({ find }) => find(name, side)).find((found) => found !== undefined);
  if (content !== undefined) return { type: 'schema', content, side };
  const [, operationName, part] = /^(.+) (\d{3}|request)$/.exec(name) ?? [];
  if (operationName === undefined || part === undefined)
    throw unknownName(
      service,
      name,
      named.flatMap(({ names }) => names),
    );
  const found = findByName(service.operations, operationName);
  if (found.type === 'ambiguous')
    throw optionInvalid(
      `the operation of the sample "${name}" is ambiguous`,
      `Write one of ${found.names.join(', ')}.`,
    );
  if (found.type === 'unknown')
    throw optionInvalid(
      `there is no operation "${operationName}" for the sample "${name}"`,
      suggest(
        operationName,
        'operations',
        service.operations.map((operation) => operation.name),
      ),
    );
  return part === 'request' ? requestOf(found.value, name) : responseOf(found.value, Number(part), name);
};

const requestOf = (operation: Operation, name: string): BodyTarget => {
  const contents = operation.body?.contents ?? [];
  const content = contents.find(({ mediaType }) => isJsonType(mediaType)) ?? contents[0];
  if (content === undefined) throw optionInvalid(`the sample "${name}": the operation documents no request body`);
  return { type: 'body', operation, status: undefined, content };
};

const responseOf = (operation: Operation, status: number, name: string): BodyTarget => {
  const response = responseFor(operation, status);
  const content = response?.contents[0];
  if (content !== undefined) return { type: 'body', operation, status, content };
  const known = [...operation.responses].flatMap(([code, { contents }]) => (contents.length > 0 ? [code] : []));
  const hint = known.length === 0 ? 'None of its responses has one.' : `Those of ${known.join(', ')} have one.`;
  throw optionInvalid(`the sample "${name}": the operation documents no body for this status`, hint);
};

const unknownName = (service: Service, name: string, schemas: readonly string[]): ConfigError => {
  const operation = findByName(service.operations, name);
  const own = operation.type === 'found' ? bodiesOf(operation.value) : [];
  if (own.length > 0)
    return optionInvalid(
      `the sample "${name}" is an operation, and needs one of its bodies`,
      `Write ${own.join(', ')}.`,
    );
  return schemas.length > 0
    ? optionInvalid(`there is no schema "${name}" for a sample`, suggest(name, 'schemas', schemas))
    : optionInvalid(
        `there is nothing "${name}" for a sample`,
        suggest(name, 'bodies', service.operations.flatMap(bodiesOf)),
      );
};

const bodiesOf = ({ name, body, responses }: Operation): readonly string[] => [
  ...((body?.contents.length ?? 0) > 0 ? [`${name} request`] : []),
  ...[...responses].flatMap(([status, { contents }]) =>
    contents.length > 0 && /^\d{3}$/.test(status) ? [`${name} ${status}`] : [],
  ),
];
