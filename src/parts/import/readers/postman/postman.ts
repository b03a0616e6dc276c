/** Collections of Postman, version 2.1 (and 2.0), with the environments that are given beside them. */

import { isJsonType } from '../../../../core/http/http.ts';
import { getProperty, isJsonObject, type Json, type JsonObject } from '../../../../core/primitives/json.ts';
import {
  headerIn,
  jsonOf,
  type KeyTree,
  keysWith,
  type Seen,
  type SeenAnswer,
  type SeenPlace,
} from '../../recording.ts';
import { type Format, listAt, numberAt, objectAt, textAt, valueTextAt } from '../format.ts';
import {
  type FolderContext,
  headersOf,
  isDisabled,
  rawBody,
  readAnswer,
  readAuth,
  readRequest,
  resolve,
  unresolvedIn,
  type Variables,
  withVariables,
} from './postman-request.ts';

export const postman: Format = {
  marks: '"info" with "item" (Postman collection 2.1)',
  recognises: (value) => isCollection(value) || isEnvironment(value),
  read: async (places) => {
    const collections = places.filter(({ source }) => !isEnvironment(source.value));
    let variables: Variables = new Map();
    for (const whole of places.filter(({ source }) => isEnvironment(source.value))) {
      variables = withVariables(variables, whole.source.value, 'values');
      whole.below('values').as('values[]').carry();
    }
    const title = textAt(objectAt(rootOf(collections[0]?.source.value ?? null), 'info'), 'name');
    return [{ seen: collections.flatMap((whole) => readCollection(whole, variables)), title }];
  },
};

const isCollection = (value: Json): boolean =>
  isJsonObject(getProperty(rootOf(value), 'info') ?? null) && Array.isArray(getProperty(rootOf(value), 'item'));

const isEnvironment = (value: Json): boolean =>
  isJsonObject(value) && Array.isArray(getProperty(value, 'values')) && 'name' in value && !isCollection(value);

/** Postman's own interface wraps it. */
const rootOf = (value: Json): JsonObject => {
  const wrapped = objectAt(value, 'collection');
  return Object.keys(wrapped).length > 0 ? wrapped : isJsonObject(value) ? value : {};
};

interface Inherited {
  readonly tags: readonly string[];
  readonly variables: Variables;
  readonly auth: Json | undefined;
}

const readCollection = (whole: SeenPlace, environment: Variables): readonly Seen[] => {
  const root = rootOf(whole.source.value);
  const place = root === whole.source.value ? whole : whole.below('collection').as('');
  place.tally(root, collectionKeys);
  reportUnread(root, place);
  // An environment overrides the collection.
  const variables = new Map([...withVariables(new Map(), root, 'variable'), ...environment]);
  return [...seenItems(root, place, { tags: [], variables, auth: getProperty(root, 'auth') })];
};

function* seenItems(owner: JsonObject, place: SeenPlace, inherited: Inherited): Generator<Seen> {
  for (const [index, item] of listAt(owner, 'item').entries()) {
    // However deep its folders are.
    const at = place.below('item', index).as('item[]');
    if (!isJsonObject(item)) at.lose('this is neither a folder nor a request');
    else if (Array.isArray(item.item)) yield* seenInFolder(item, at, inherited);
    else yield* seenInItem(item, at, inherited);
  }
}

const seenInFolder = (folder: JsonObject, place: SeenPlace, { tags, variables, auth }: Inherited): Generator<Seen> => {
  place.tally(folder, folderKeys);
  reportUnread(folder, place);
  const name = textAt(folder, 'name');
  const given = {
    tags: name === undefined ? tags : [...tags, name],
    variables: withVariables(variables, folder, 'variable'),
    auth: isJsonObject(folder.auth ?? null) ? folder.auth : auth,
  };
  return seenItems(folder, place, given);
};

function* seenInItem(item: JsonObject, place: SeenPlace, inherited: Inherited): Generator<Seen> {
  const variables = withVariables(inherited.variables, item, 'variable');
  const context = { variables, auth: inherited.auth };
  const description = descriptionOf(objectAt(item, 'request')) ?? descriptionOf(item);
  const about = { tags: inherited.tags, title: textAt(item, 'name'), isExample: true, description };
  const request = readRequest(item.request, context);
  const at = place.below('request');
  if (typeof request === 'string') {
    at.lose(request);
    return;
  }
  place.tally(item, itemKeys);
  reportUnread(item, place);
  const examples = listAt(item, 'response');
  const codes = examples.map((example) => numberAt(example, 'code') ?? 0);
  const isRejected = codes.length > 0 && codes.every((code) => code >= 400);
  reportUnreadRequest(item.request, at, variables, isRejected);
  yield { ...request, ...about, place: at, keys: requestKeys, response: undefined };
  for (const [index, example] of examples.entries()) {
    if (example === null) continue;
    const seen = readExample(context, item, example);
    const shown = { place: place.below('response', index), keys: exampleKeys };
    if (typeof seen === 'string') shown.place.lose(seen);
    else yield { ...seen, ...about, ...shown };
  }
}

/** A text is the reason why it cannot be read. The request of an example is a copy that may be incomplete: the item has the rest. */
const readExample = (context: FolderContext, item: JsonObject, example: Json) => {
  const response = readAnswer(example);
  if (typeof response === 'string') return response;
  const original = Object.entries(objectAt(example, 'originalRequest')).filter(([, part]) => !isEmpty(part));
  const own = typeof item.request === 'string' ? { url: item.request } : objectAt(item, 'request');
  const copy = Object.fromEntries(original) as JsonObject;
  const isOther = copy.method !== undefined && copy.method !== own.method;
  const request = readRequest(isOther ? copy : { ...own, ...copy }, context, response);
  return typeof request === 'string' ? request : { ...request, response: response satisfies SeenAnswer };
};

/** Whether a part of a copy says nothing: `{}`, `[]`, a body whose text is empty. */
const isEmpty = (part: Json): boolean =>
  part === '' ||
  part === null ||
  (Array.isArray(part) && part.length === 0) ||
  (isJsonObject(part) && (Object.keys(part).length === 0 || (isRaw(part) && (part.raw ?? '') === '')));

/** Whether a body or a URL has its text in `raw` alone. */
const isRaw = (part: JsonObject): boolean => part.mode === 'raw' || (part.host ?? part.path ?? part.mode) === undefined;

const descriptionOf = (owner: JsonObject): string | undefined =>
  textAt(owner, 'description') ?? textAt(objectAt(owner, 'description'), 'content');

const describes = 'describes the collection, not the service';
const ofTool = 'how the tool sends the request';

const common: KeyTree = {
  ...keysWith(describes, 'id uid _postman_id _* createdAt updatedAt lastUpdatedBy createdBy'),
  protocolProfileBehavior: ofTool,
  event: 'decided',
};

const collectionKeys: KeyTree = {
  ...common,
  item: 'decided',
  ...keysWith('carried', 'variable auth'),
  info: {
    name: 'carried',
    ...keysWith(describes, 'description schema version _* *'),
  },
};

const folderKeys: KeyTree = {
  ...common,
  ...keysWith('carried', 'name variable auth'),
  description: describes,
  item: 'decided',
};

const itemKeys: KeyTree = {
  ...common,
  ...keysWith('carried', 'name description variable'),
  ...keysWith('decided', 'response request'),
};

const requestKeys: KeyTree = {
  ...keysWith('carried', 'url method header body auth description'),
  ...keysWith(ofTool, 'proxy certificate'),
};

const exampleKeys: KeyTree = {
  ...keysWith(describes, 'id uid name timings'),
  '_*': ofTool,
  ...keysWith('carried', 'originalRequest responseTime header body code'),
  cookie: 'repeats a header',
  status: 'repeats the code',
};

/** Reports what is not read of the collection, a folder, or a request. */
const reportUnread = (owner: JsonObject, place: SeenPlace): void => {
  for (const [index, event] of listAt(owner, 'event').entries())
    if (hasScript(event)) place.lose('scripts and tests are not run', 'event', index);
  reportAuth(owner, place);
};

const reportAuth = (owner: JsonObject, place: SeenPlace): void => {
  if (readAuth(owner.auth, new Map()) === undefined)
    place.below('auth').lose(`credentials of the type ${textAt(owner.auth, 'type')} are not simulated`);
};

const hasScript = (event: Json): boolean => {
  const script = objectAt(event, 'script');
  const lines = typeof script.exec === 'string' ? [script.exec] : listAt(script, 'exec');
  return lines.some((line) => typeof line === 'string' && line.trim() !== '') || script.src !== undefined;
};

/** Reports what is not read of the request of an item. `isRejected`: no body was accepted, perhaps since it cannot be read. */
const reportUnreadRequest = (
  request: Json | undefined,
  place: SeenPlace,
  variables: Variables,
  isRejected: boolean,
): void => {
  if (!isJsonObject(request ?? null)) return;
  const at = request as JsonObject;
  reportAuth(at, place);
  reportParts(at, 'header', place);
  reportParts(at.url, 'query', place.below('url'), variables);
  const { body } = at;
  const mode = textAt(body, 'mode') ?? '';
  const bodyPlace = place.below('body');
  if (isDisabled(body ?? null)) bodyPlace.leave(isOff);
  else if (mode === 'file') bodyPlace.lose(notContained);
  else if (mode === 'urlencoded' || mode === 'formdata') reportParts(body, mode, bodyPlace, variables);
  else if (mode === 'raw' && body !== undefined) reportRaw(at, body, bodyPlace, variables, isRejected);
};

const reportRaw = (
  request: JsonObject,
  body: Json,
  place: SeenPlace,
  variables: Variables,
  isRejected: boolean,
): void => {
  const raw = rawBody(body, headerIn(headersOf(request, variables), 'content-type'), variables);
  const isOpen = reportVariables(textAt(body, 'raw') ?? '', place, variables);
  if (!isRejected && !isOpen && raw.text.trim() !== '' && isJsonType(raw.type) && jsonOf(raw) === undefined)
    place.lose('it is not JSON, as its type says');
};

const isOff = 'is switched off';
const notContained = 'a file that the collection does not contain';

/** `variables`: if values without one matter. */
const reportParts = (owner: Json | undefined, list: string, place: SeenPlace, variables?: Variables): void => {
  for (const [index, part] of listAt(owner, list).entries()) {
    const at = place.below(list, index);
    if (isDisabled(part)) at.leave(isOff);
    else if (textAt(part, 'type') === 'file') at.lose(notContained);
    else if (variables !== undefined) reportVariables(valueTextAt(part, 'value') ?? '', at, variables);
  }
};

/** Reports the variables without a value. Returns whether there is one. */
const reportVariables = (text: string, place: SeenPlace, variables: Variables): boolean => {
  const open = unresolvedIn(resolve(text, variables));
  for (const name of open) place.lose(`the variable {{${name}}} has no value in the collection`);
  return open.size > 0;
};
