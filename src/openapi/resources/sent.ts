/** What of a request becomes an item's. */
import type { Sent } from '../../core/binding.ts';
import { membersOf, partsOf, typesOf } from '../parts.ts';
import type { SchemaSet } from '../schema.ts';
import type { Candidate } from './candidate.ts';
import { countShared, type Describe, type Element } from './element.ts';
import { plain } from './names.ts';
import { propertyNamed } from './query.ts';
import type { Shapes } from './shape.ts';

export const sentBy = (
  candidate: Candidate,
  { element, noun }: { readonly element: Element; readonly noun: string },
  { schemas, describe, shapes }: { readonly schemas: SchemaSet; readonly describe: Describe; readonly shapes: Shapes },
): Sent => {
  const { bodyKey, operation } = candidate;
  const isWrite = operation.method !== 'GET' && operation.method !== 'DELETE';
  const parameters = isWrite ? queryMembers(candidate, element) : [];
  const nothing: Sent = { at: [], names: new Map(), isOpen: false, parameters, isPatchList: false };
  if (bodyKey === undefined) return nothing;
  if (isPatchList(bodyKey, schemas)) return { ...nothing, isPatchList: true };
  const whole = describe(bodyKey);
  const shape = countShared(whole, element) === 0 ? shapes.itemIn(bodyKey, noun, element) : undefined;
  const isWrapped = shape !== undefined && shape.at.length > 0 && !shape.listed;
  const sent = isWrapped ? describe(shape.key) : whole;
  return {
    ...nothing,
    at: isWrapped ? shape.at : [],
    names: renames(sent, element),
    isOpen: sent.isOpen || element.members.size === 0,
  };
};

/** By the same name, else by the one that is spelt otherwise: a form's `FriendlyName` is the item's `friendly_name`. */
const renames = (sent: Element, element: Element): ReadonlyMap<string, string> => {
  const known = new Map([...element.members].map((name) => [plain(name), name]));
  const names = new Map<string, string>();
  for (const name of sent.members) {
    const target = element.members.has(name) || element.isOpen ? name : known.get(plain(name));
    if (target !== undefined) names.set(name, target);
  }
  return names;
};

const queryMembers = ({ operation }: Candidate, element: Element): Sent['parameters'] =>
  operation.parameters.flatMap(({ in: place, name }, parameter) => {
    const property = place === 'query' ? propertyNamed(name, element) : undefined;
    return property === undefined ? [] : [{ parameter, property }];
  });

/** A list of operations of JSON Patch (RFC 6902): each has an `op` and a `path`. */
export const isPatchList = (key: string, schemas: SchemaSet): boolean => {
  const schema = { $ref: key };
  if (!typesOf(schemas, schema)?.has('array')) return false;
  const items = partsOf(schemas, schema, 'some').find((part) => part.items !== undefined)?.items;
  if (items === undefined) return false;
  const members = membersOf(partsOf(schemas, items, 'some'));
  return members.has('op') && members.has('path');
};
