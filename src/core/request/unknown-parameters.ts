/** The query parameters of a request that its operation does not have. They are ignored, and reported: a name may be misspelled. */

import type { Step } from '../exchange.ts';
import { cutText } from '../primitives/units.ts';
import type { Operation, Parameter } from '../service/operation.ts';
import { toSecretName } from '../service/secret-facts.ts';
import type { Service } from '../service/service.ts';

/** Clients choose the names: further ones are only counted. */
const maxNames = 10;
const maxNameLength = 80;

/** Returns undefined if the operation has all of them. */
export const unknownParameters = (
  operation: Operation,
  query: URLSearchParams,
  service: Service,
): Extract<Step, { type: 'unknown-parameters' }> | undefined => {
  // RFC 6749, section 3.1: extensions have parameters of their own.
  if (operation.endpoint !== undefined) return undefined;
  let names: Set<string> | undefined;
  let more = 0;
  for (const [name] of query) {
    if (operation.parameters.some((parameter) => takesName(parameter, name))) continue;
    if (operation.queryConstants?.some(([own]) => own === name)) continue;
    // The schemes of the document: a client may send its key to every operation.
    if (service.secretsOf(operation.name).query.has(toSecretName(name))) continue;
    names ??= new Set();
    if (names.size < maxNames) names.add(showName(name));
    else more++;
  }
  return names && { type: 'unknown-parameters', names: [...names], more };
};

const takesName = ({ name: own, in: location, queryNames }: Parameter, name: string): boolean => {
  if (location !== 'query') return false;
  if (queryNames === undefined) return name === own;
  if (queryNames === 'any' || queryNames.exact.includes(name)) return true;
  return name.includes('[') && queryNames.bracketed.some((prefix) => name.startsWith(`${prefix}[`));
};

/** The name without what may be a value: a whole pair that was encoded, or JSON. */
const showName = (name: string): string => cutText(name.replace(/["'=].*/s, '…'), maxNameLength);
