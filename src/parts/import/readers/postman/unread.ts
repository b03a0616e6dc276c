/** Parts of a collection that are not carried over, beside the keys that never are. */

import { isJsonType } from '../../../../core/http/media-type.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../../core/primitives/json.ts';
import { below, type Ledger, type SeenPlace } from '../../recording/ledger.ts';
import { headerIn, jsonOf } from '../../recording/recording.ts';
import { listAt, objectAt, textAt, valueTextAt } from '../values.ts';
import { readAuth } from './auth.ts';
import { headersOf, rawBody } from './postman-request.ts';
import { isDisabled, resolve, unresolvedIn, type Variables } from './postman-variables.ts';

/** Reports what is not read of the collection, a folder, or a request. `key`: how the table names it, with a dot behind it if it is not empty. */
export const reportUnread = (owner: JsonObject, key: string, place: SeenPlace, ledger: Ledger): void => {
  for (const [index, event] of listAt(owner, 'event').entries())
    if (hasScript(event)) ledger.lose(`${key}event[]`, 'scripts and tests are not run', below(place, 'event', index));
  reportAuth(owner, key, place, ledger);
};

const reportAuth = (owner: JsonObject, key: string, place: SeenPlace, ledger: Ledger): void => {
  if (readAuth(owner.auth, new Map()) === undefined)
    ledger.lose(
      `${key}auth`,
      `credentials of the type ${textAt(owner.auth, 'type')} are not simulated`,
      below(place, 'auth'),
    );
};

const hasScript = (event: Json): boolean => {
  const script = objectAt(event, 'script');
  const lines = typeof script.exec === 'string' ? [script.exec] : listAt(script, 'exec');
  return lines.some((line) => typeof line === 'string' && line.trim() !== '') || script.src !== undefined;
};

/** Reports what is not read of the request of an item. `isRejected`: no body was accepted, perhaps since it cannot be read. */
export const reportUnreadRequest = (
  request: Json | undefined,
  place: SeenPlace,
  variables: Variables,
  ledger: Ledger,
  isRejected: boolean,
): void => {
  if (!isJsonObject(request ?? null)) return;
  const at = request as JsonObject;
  const key = 'item[].request.';
  reportAuth(at, key, place, ledger);
  reportParts(at, 'header', `${key}header[]`, place, ledger);
  reportParts(at.url, 'query', `${key}url.query[]`, below(place, 'url'), ledger, variables);
  const { body } = at;
  const mode = textAt(body, 'mode') ?? '';
  const bodyPlace = below(place, 'body');
  if (isDisabled(body ?? null)) ledger.leave(`${key}body`, isOff, bodyPlace);
  else if (mode === 'file') ledger.lose(`${key}body`, notContained, bodyPlace);
  else if (mode === 'urlencoded' || mode === 'formdata')
    reportParts(body, mode, `${key}body.${mode}[]`, bodyPlace, ledger, variables);
  else if (mode === 'raw' && body !== undefined) reportRaw(at, body, bodyPlace, ledger, variables, isRejected);
};

const reportRaw = (
  request: JsonObject,
  body: Json,
  place: SeenPlace,
  ledger: Ledger,
  variables: Variables,
  isRejected: boolean,
): void => {
  const key = 'item[].request.body';
  const raw = rawBody(body, headerIn(headersOf(request.header, variables), 'content-type'), variables);
  const open = unresolvedIn(resolve(textAt(body, 'raw') ?? '', variables));
  for (const name of open) ledger.lose(key, withoutValue(name), place);
  if (!isRejected && open.size === 0 && raw.text.trim() !== '' && isJsonType(raw.type) && jsonOf(raw) === undefined)
    ledger.lose(key, 'it is not JSON, as its type says', place);
};

const isOff = 'is switched off';
const notContained = 'a file that the collection does not contain';

/** `variables`: if values without one matter. */
const reportParts = (
  owner: Json | undefined,
  list: string,
  key: string,
  place: SeenPlace,
  ledger: Ledger,
  variables?: Variables,
): void => {
  for (const [index, part] of listAt(owner, list).entries()) {
    const at = below(place, list, index);
    if (isDisabled(part)) ledger.leave(key, isOff, at);
    else if (textAt(part, 'type') === 'file') ledger.lose(key, notContained, at);
    else if (variables !== undefined) reportVariables(valueTextAt(part, 'value') ?? '', key, at, ledger, variables);
  }
};

const reportVariables = (text: string, key: string, place: SeenPlace, ledger: Ledger, variables: Variables): void => {
  for (const name of unresolvedIn(resolve(text, variables))) ledger.lose(key, withoutValue(name), place);
};

const withoutValue = (name: string): string => `the variable {{${name}}} has no value in the collection`;
