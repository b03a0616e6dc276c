/** The words by which recorded requests and responses are understood. They are apart because a page that simulates a service records none. */
import { list, type WordList } from './index.ts';

export const recordedWords = {
  /** Words that stand in the place of ids. */
  besideIds: list(
    'me self current latest next default random stats statistics summary count health status meta metadata schema settings options batch bulk popular trending featured recent active public private trash',
  ),
  /** Words that act on what is before them, as other verbs do. */
  actions: list(
    'assign authorize autocomplete bookmark calculate capture change check checkout connect deploy disconnect download estimate export follow hide import install invite leave like link lock logout lookup mark move pay ping preview process read release reload rename reopen replace report request resend restart restore retry return rotate run send set share ship subscribe suggest sync test transfer unarchive undo unlink unlock unpublish unsubscribe upload validate watch',
  ),
  /** Words that may be a resource, too, unless all recorded paths have them. */
  maybeBases: list('service{,s}'),
  /** Ids in recorded bodies, beside the usual ones. */
  recordedIds: list('handle isbn number permalink reference sku symbol'),
  /** Texts that repeat because things have the same. */
  repeated: list('id name title slug key city country author'),
  /** Numbers that are whole by chance. */
  fractions: list('price amount cost fee rate ratio weight latitude longitude percent percentage'),
  degrees: list('lat lng lon'),
  /** Headers and parameters with a credential. */
  credentialNames: list(
    '{,x}{apikey,apitoken,authtoken,accesstoken} privatetoken x{sessiontoken,token,appkey,googapikey,clientsecret} {,ocpapim}subscriptionkey appid',
  ),
} as const satisfies Readonly<Record<string, WordList>>;
