/** The words by which names in a document are understood: one list for each meaning. The rules that find resources read them here. */
import { plainName } from '../../../core/primitives/singular.ts';

export interface WordList {
  /** In plain form; where one of several is chosen, the most likely first. */
  readonly all: readonly string[];
  /** Whether a name is one of the words, in any spelling. */
  readonly has: (name: string) => boolean;
}

const list = (text: string): WordList => {
  const all = text.split(' ');
  const known = new Set(all);
  return { all, has: (name) => known.has(plainName(name)) };
};

export const wordLists = {
  // Parameters and properties of pages.
  sizes: list(
    'limit perpage pagesize pagelimit size count maxresults maxitems maxcount maxpagesize resultsperpage itemsperpage numresults top take first rows',
  ),
  offsets: list(
    'offset skip start from startindex startat pageoffset firstresult startrow startrecord rangestart begin',
  ),
  /** Numbers of pages that frameworks without types declare as texts. */
  textNumbers: list(
    'limit perpage pagesize pagelimit maxresults resultsperpage itemsperpage maxitems maxcount maxpagesize numresults page pagenumber pageno pagenum pageindex offset skip pageoffset startindex startat firstresult',
  ),
  /** They may also be filters, as texts. */
  maybeNumbers: list('count size take top rows first start from p'),
  pages: list('page pagenumber pageno pagenum pageindex p'),
  /** Objects with page metadata. */
  pageContainers: list(
    'links meta metadata pagination paging page pageinfo pageable pagedata cursors cursor resultinfo responsemetadata',
  ),
  searches: list(
    'q query search searchterm searchtext searchquery searchstring searchvalue keyword keywords term terms fulltext freetext querystring',
  ),
  /** Parameters that select properties of the items, not items. */
  selections: list('fields include includes expand embed select with'),

  // Bodies.
  /** The list of items in an envelope. */
  lists: list(
    'data items results entries values value result content records list rows resources collection members member hydramember objects elements docs hits',
  ),
  /** An object that contains the item itself. */
  wrappers: list('data result item response payload record resource entity object'),
  /** Properties about a response. */
  aboutResponse: list(
    'success ok status statuscode code message msg error errors warnings messages timestamp jsonapi jsonrpc included version apiversion kind type',
  ),
  counts: list('count total totalcount number size'),

  // Properties that identify an item.
  /** They are ids of items of any kind, and rarely refer to another collection. */
  generalIds: list('entityid objectid'),
  possibleIds: list('key slug handle reference ref name code codigo number token username email'),
  /** Texts beside a number that are ids as well. */
  textIds: list('num number no login username handle slug version tag name key code'),
  /** Objects in which an item may have its id. */
  identities: list('metadata meta sys'),
  /** What schemas of references have in their names beside the thing. */
  besideName: list(
    'compact brief nested summary short mini minimal simple basic simplified light ref reference link base response dto public partial embedded info details object',
  ),

  /** A property that says what an item is about, whatever that is: `item: { id, type }` of a comment. */
  subjects: list('item target subject resource entity parent object'),

  // Verbs and other words of paths.
  /** People put them before a noun without a separator: `newevent`. */
  gluedVerbs: list('add all create delete edit fetch find get insert list new remove save show update view'),
  /** Actions that create another item. */
  copies: list('copy clone duplicate fork'),
  /** They say that a path is about many items. */
  many: list('all array batch bulk by clear ids in list many mass multi multiple purge selected with'),
  /** They say that it is about all of them. */
  whole: list('all clear purge'),
  /** They say by themselves that there are many. */
  listing: list('list all browse filter page paginate query search listar lister'),
  /** They stand beside a noun behind a verb. */
  besideNouns: list('all list todas todos toutes tous um uma un una'),
  /** They say who may see or change the noun behind them. */
  audiences: list(
    'admin administration administrator admins backend backoffice cms dashboard internal manage management manager moderation moderator operator panel portal private public secure secured staff superadmin',
  ),

  // Users.
  users: list('user account member usuario utilisateur benutzer pengguna'),
  /** Things that belong to a caller: `/user/me/settings`. */
  people: list('user account member customer profile'),
  callers: list('me my mine self own current'),
  /** The one item that belongs to the caller. */
  currentItems: list('me self current myself currentuser whoami'),
  /** The caller's own account, if it is one of users. */
  ownAccounts: list('account user myaccount viewer profile myprofile'),
  profiles: list('profile myprofile'),

  // Work that takes its time.
  jobs: list(
    'batch build conversion crawl execution export generation import job operation prediction process render report run scan task transcription upload video workflow',
  ),
  /** Last words of properties that say how far something is. */
  stages: list('status state stage phase progress done completed finished ready'),
  /** What is done with something that exists. */
  changes: list(
    'abort activate cancel confirm deactivate disable enable pause refresh renew resume stop toggle verify',
  ),
  starts: list('convert create enqueue execute generate launch process queue run schedule start submit trigger'),
} as const satisfies Readonly<Record<string, WordList>>;
