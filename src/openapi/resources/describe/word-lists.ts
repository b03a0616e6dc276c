/** The words by which names in a document are understood: one list for each meaning. The rules that find resources read them here. */
import { plainName } from '../../../core/primitives/singular.ts';

export interface WordList {
  /** The words as they are written below. */
  readonly text: string;
  /** In plain form; where one of several is chosen, the most likely first. */
  readonly all: readonly string[];
  /** Whether a name is one of the words, in any spelling. */
  readonly has: (name: string) => boolean;
}

/** Each word with one of the alternatives in its braces: `sort{by,dir}` is `sortby` and `sortdir`. */
const expanded = (word: string): readonly string[] => {
  const [, before = '', inside, after = ''] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(word) ?? [];
  return inside === undefined ? [word] : inside.split(',').flatMap((one) => expanded(before + one + after));
};

/** The words of a text, with what they are made of. */
export const list = (text: string): WordList => {
  const all = text.split(' ').flatMap(expanded);
  const known = new Set(all);
  return { text, all, has: (name) => known.has(plainName(name)) };
};

export const wordLists = {
  // Parameters and properties of pages.
  sizes: list('limit perpage itemsperpage page{size,limit} size count {max,num}results maxitems top take first rows'),
  offsets: list('offset skip start startindex startat pageoffset from begin'),
  /** Numbers of pages that may be filters if they are texts; frameworks without types declare the others as texts too. */
  maybeNumbers: list('count size top first start from begin'),
  pages: list('page page{number,index,num,no} p'),
  /** Objects with page metadata. */
  pageContainers: list('links meta {,response}metadata pagination paging page pageinfo pageable cursors cursor'),
  /** Parameters with the cursor after which a page begins, and before which it ends. */
  cursors: list(
    'cursor after {,next}marker iterator {starting,page}after {next,page,nextpage,start}cursor {page,pagination,nextpage,continuation,next,skip}token {last,after,since,scroll}id {start,last}key next',
  ),
  cursorsBefore: list('before endingbefore beforeid pagebefore'),
  /** The words of a cursor behind that of a direction: `nextPageToken`. */
  cursorWords: list('token {max,min,}id'),
  /** They are ids of items, unless responses contain cursors with other names. */
  idCursors: list('after startingafter'),
  /** Parameters that may have the id of the first item of a page, where a description says so. */
  firstItems: list('from start begin'),

  // What is beside a list: numbers, flags, links, cursors and headers.
  totals: list(
    'total{,count,items,entries,results,elements,records,rows,size,docs,hits,number} {item,result}count numfound hydratotalitems odatacount',
  ),
  shownCounts: list('numberofelements itemsonpage'),
  shownPages: list('page page{number,index,num,no} currentpage'),
  shownSizes: list('size pagesize limit {,items,results}perpage maxresults'),
  pageTotals: list('pages {total,num}pages pagecount pagestotal lastpage'),
  shownOffsets: list('offset skip start startindex startat'),
  nextPages: list('nextpage next'),
  previousPages: list('previouspage prevpage previous prev'),
  nextOffsets: list('nextoffset'),
  lastFlags: list('last lastpage islast done finished {is,}complete'),
  firstFlags: list('first firstpage isfirst'),
  emptyFlags: list('empty'),
  moreFlags: list('hasmore {has,}more{data,results} hasnext{,page} truncated'),
  earlierFlags: list('hasprev{,page,ious,iouspage}'),
  nextLinks: list('next odatanext'),
  previousLinks: list('previous prev'),
  firstLinks: list('first'),
  lastLinks: list('last'),
  selfLinks: list('self current'),
  nextCursors: list('continuationtoken cursor after'),
  previousCursors: list('before'),
  firstCursors: list('startcursor'),
  lastCursors: list('endcursor'),
  linkHeaders: list('link'),
  totalHeaders: list('xtotalcount xtotal xpaginationcount'),
  pageTotalHeaders: list('xtotalpages xpaginationpagecount'),
  pageHeaders: list('x{,pagination}page'),
  sizeHeaders: list('x{,pagination}{perpage,limit}'),
  nextPageHeaders: list('xnextpage'),
  previousPageHeaders: list('xprevpage'),

  // Orders.
  sorts: list('sort ordering sorting {sort,order}{by,field} sortname'),
  directions: list('order direction sortorder {sort,order}{direction,dir,type}'),
  /** Flags: `descending=true`. */
  directionFlags: list('{sort,order,}{asc,desc,ascending,descending,reverse}'),
  latest: list('desc descending newest latest recent new'),
  oldest: list('asc ascending oldest'),
  byCreation: list('creation creationdate created createdat date time'),
  byUpdate: list('lastupdated recentupdates'),
  byName: list('alpha alphabetical alphabetically'),

  // Choices of properties.
  fieldLists: list('fields select optfields responsefields field'),
  /** They also mean something else: a description says which. */
  vagueFieldLists: list('view properties attributes includeattributes fl'),
  excludedFields: list('excludefields excludedattributes'),

  searches: list('q query search searchterm searchtext searchstring keyword keywords term fulltext'),
  /** What selects items in a body, or in a parameter with JSON. */
  filterObjects: list('filter filters query where conditions condition'),
  /** The beginning of what an item is called: `letter=a`. */
  labelStarts: list('prefix letter'),
  /** The first and the last date of items, whatever they call it. */
  firstDates: list(
    'since start from after {start,begin,from,since,after,min}{date,day,time,datetime} {date,time,timestamp}{start,from,min,after}',
  ),
  lastDates: list(
    'until end to before {end,to,until,before,max}{date,day,time,datetime} {date,time,timestamp}{end,to,max,before}',
  ),
  /** Parameters that select properties of the items, not items. */
  selections: list('fields include expand embed select'),

  // Bodies.
  /** The list of items in an envelope. */
  lists: list(
    'data items results entries values value result content records list rows resources members member hydramember objects elements docs hits',
  ),
  /** An object that contains the item itself. */
  wrappers: list('data result item response payload record resource entity object'),
  /** Properties about a response. */
  aboutResponse: list(
    'success ok status code message msg error errors warnings messages timestamp included version apiversion kind type {error,http,response,result,return,status}{code,message,msg,status}',
  ),
  /** What a response says about the request, beside items of other names; the last ones only beside another. */
  confirmations: list('message success ok msg statuscode status code detail'),
  counts: list('count total'),

  // Properties that identify an item.
  /** They are ids of items of any kind, and rarely refer to another collection. */
  generalIds: list('entityid objectid'),
  possibleIds: list('key slug handle reference ref name code number token username email'),
  /** Texts beside a number that are ids as well. */
  textIds: list('num number no login username handle slug version tag name key code'),
  /** Objects in which an item may have its id. */
  identities: list('metadata meta sys'),
  /** What schemas of references have in their names beside the thing. */
  besideName: list(
    'compact brief nested summary short simple basic ref reference link base response dto public info details object',
  ),

  /** A property that says what an item is about, whatever that is: `item: { id, type }` of a comment. */
  subjects: list('item target subject resource entity parent object'),

  /** Times of an item. */
  created: list(
    'created datejoined {create,created,creation,inserted,added}{at,date,datetime,on,time,timestamp} {date,time}{created,added}',
  ),
  updated: list(
    '{last,}{modified,updated} last{changed,update} {date,time}{last,}{modified,updated} {last,}{change,changed,modification,modified,modify,update,updated}{at,date,datetime,on,time,timestamp}',
  ),

  // Verbs and other words of paths.
  listVerbs: list('list all browse filter page paginate query'),
  listOrReadVerbs: list('search listar lister'),
  readOrListVerbs: list('get fetch find retrieve obtener obter buscar consultar'),
  readVerbs: list('detail details info show single view'),
  createVerbs: list(
    'add create insert new save register agregar ajouter cadastrar crear criar guardar registrar salvar',
  ),
  actOrCreateVerbs: list('open'),
  saveVerbs: list('upsert'),
  updateVerbs: list('edit modify update actualizar atualizar editar modificar modifier'),
  deleteVerbs: list('delete destroy remove borrar deletar eliminar excluir remover supprimer'),
  /** People put them before a noun without a separator: `newevent`. */
  gluedVerbs: list('add all create delete edit fetch find get insert list new remove save show update view'),
  /** Actions that create another item. */
  copies: list('copy clone duplicate fork'),
  /** They say that a path is about many items. */
  many: list('all array batch bulk by ids in list many multi multiple with'),
  clearing: list('clear purge'),
  /** They stand beside a noun behind a verb. */
  besideNouns: list('list all'),
  /** They say who may see or change the noun behind them. */
  audiences: list('admin cms dashboard internal manage private public staff'),

  // Users.
  users: list('user account member'),
  /** Things that belong to a caller: `/user/me/settings`. */
  people: list('user account customer profile'),
  callers: list('me my mine self own current'),
  /** The one item that belongs to the caller. */
  currentItems: list('me self current myself whoami'),
  /** The caller's own account, if it is one of users. */
  ownAccounts: list('account user profile'),
  profiles: list('profile'),

  /** The properties that say who a user is. */
  wholeNames: list('name fullname displayname'),
  partNames: list('firstname lastname'),
  loginNames: list('username login nickname'),
  addressNames: list('email emailaddress mail'),
  /** Who made an item. */
  makers: list('author creator createdby owner sender'),
  /** What only its owner knows. */
  secrets: list('password clientsecret code'),
  tokens: list('token {access,auth,authentication,session,id}token access jwt'),
  /** Paths at which somebody logs in, also where they only take a secret. */
  logins: list('login signin authenticate'),
  tokenPaths: list('auth authentication {,access}{token,tokens} session sessions'),

  // Work that takes its time.
  jobs: list('batch build export import job operation report task upload video'),
  /** Last words of properties that say how far something is. */
  stages: list('status state stage phase progress done completed finished ready'),
  /** What is done with something that exists. */
  changes: list('cancel deactivate renew stop'),
  starts: list('create execute generate'),

  // Segments of recorded paths.
  /** They stand beside ids, and are none. */
  besideIds: list(
    'me self current latest next default random new all stats statistics summary count health status info meta metadata schema settings options batch bulk popular trending featured recent active public private trash',
  ),
  /** They act on what is before them. */
  actions: list(
    'accept activate add approve archive assign authenticate authorize autocomplete bookmark calculate cancel capture change check checkout clear clone close complete confirm connect convert copy create deactivate decline delete deploy disable disconnect download duplicate edit enable estimate execute export fetch filter find finish follow forgot generate get hide import install invite join launch leave like link list lock login logout lookup mark merge move open pause pay ping preview process publish query read refresh register reject release reload remove rename reopen replace report request resend reset resolve restart restore resume retry return revoke rotate run save schedule search send set share ship signup start stop submit subscribe suggest suspend sync test toggle transfer trigger unarchive undo unlink unlock unpublish unsubscribe update upload validate verify void watch withdraw',
  ),
} as const satisfies Readonly<Record<string, WordList>>;

/** Meanings, each with the list of the words for it. */
export type Meanings<Meaning> = readonly (readonly [Meaning, keyof typeof wordLists])[];

/** The meaning of a name: that of the first list that has it. */
export const meaningOf = <Meaning>(name: string, meanings: Meanings<Meaning>): Meaning | undefined =>
  meanings.find(([, words]) => wordLists[words].has(name))?.[0];
