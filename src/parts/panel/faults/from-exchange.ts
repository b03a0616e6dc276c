/** Creates a fault that sends the response of an exchange to the same requests. */

import { type Exchange, isObject, type ServiceInfo, writeJson } from '../api/panel-client.ts';
import { type FaultDraft, newDraft } from './draft.ts';

export const faultFromExchange = (exchange: Exchange, service: ServiceInfo | undefined): FaultDraft => {
  const { operation, method, path, status, response, faults } = exchange;
  const below = path.slice(basePathOf(service, path).length);
  const isJson = isObject(response.body) || Array.isArray(response.body);
  const draft = newDraft(nameFor(operation ?? method.toLowerCase(), status));
  const [lost] = faults.filter(({ effect }) => effect === 'transport');
  return {
    ...draft,
    operations: operation === null ? [] : [operation],
    methods: operation === null ? method : '',
    // If the path has parameters, the fault affects only this path.
    paths: operation === null || hasParameters(service, operation) ? below : '',
    effect: 'status',
    status: String(status < 200 || lost !== undefined ? 503 : status),
    body: isJson && !response.bodyTruncated && lost === undefined ? writeJson(response.body, 2) : '',
  };
};

/** The longest base path of a service that the path is below. */
const basePathOf = (service: ServiceInfo | undefined, path: string): string => {
  const bases = service?.services?.map(({ basePath }) => basePath) ?? [service?.basePath ?? ''];
  return bases
    .filter((base) => path.startsWith(`${base}/`))
    .reduce((longest, base) => (base.length > longest.length ? base : longest), '');
};

const hasParameters = (service: ServiceInfo | undefined, operation: string) =>
  service?.operations.find((candidate) => candidate.operation === operation)?.path.includes('{') ?? false;

const nameFor = (what: string, status: number) =>
  `${what.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^-+|-+$/g, '')}-${status}`;
