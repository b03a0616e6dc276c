/** What earlier versions have written, as it is written now. */
import type { Json, JsonObject } from '../../../core/primitives/json.ts';
import type { Change } from '../../../core/state/state.ts';

/** The version of what is written. A server that finds an older one takes over the worlds; servers of that version then stop. */
export const format = 9;

/** The versions that are read. Until 8, what a world knew of its upstreams was no part of it; until 7, what it knew of its logins. */
export const olderFormats: readonly number[] = [8, 7, 6];

type OlderChange =
  | { readonly type: 'granted'; readonly grant: Json }
  | { readonly type: 'upstream-chosen'; readonly service: string; readonly choice: Json }
  | { readonly type: 'item-shown'; readonly collection: string; readonly key: string; readonly shown?: Json };

export const presentChange = (change: Change | OlderChange): Change => {
  switch (change.type) {
    case 'granted':
      return { type: 'part', part: 'login', change: change.grant };
    case 'upstream-chosen':
    case 'item-shown': {
      const { type, ...rest } = change;
      return { type: 'part', part: type === 'item-shown' ? 'shown' : 'upstreams', change: rest as unknown as Json };
    }
    default:
      return change;
  }
};

/** The head of a snapshot, all but the collections. */
interface OlderHead {
  readonly rules: JsonObject;
  readonly parts?: JsonObject;
  readonly grants?: Json;
  readonly upstreams?: readonly (readonly [service: string, choice: Json])[];
  readonly shown?: Json;
}

/** The choice for all services had no name. */
export const presentHead = <Head>(head: Head & OlderHead): Head => {
  const { grants, upstreams = [], shown } = head;
  const forAll = upstreams.find(([service]) => service === '');
  const chosen = upstreams.filter(([service]) => service !== '');
  return {
    ...head,
    rules: { ...head.rules, ...(forAll !== undefined && { upstream: forAll[1] }) },
    parts: {
      ...(grants !== undefined && { login: grants }),
      ...(chosen.length > 0 && { upstreams: Object.fromEntries(chosen) }),
      ...(shown !== undefined && { shown }),
      ...head.parts,
    },
  };
};
