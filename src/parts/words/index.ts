/** The words by which names in a document are understood: one list for each meaning. The rules that find resources read them here. */
import { lazily, perObject, remembered } from '../../core/primitives/lazy.ts';
import { plainName, wordsOf } from '../../core/primitives/words.ts';

export { phrases } from './phrases.ts';

export interface WordList {
  /** The words as they are written below. */
  readonly text: string;
  /** In plain form; where one of several is chosen, the most likely first. */
  readonly all: readonly string[];
  /** Whether a name is one of the words, in any spelling. */
  readonly has: (name: string) => boolean;
  /** Whether a name in plain form is one of them. */
  readonly hasPlain: (name: string) => boolean;
  /** Whether a text says one of them: some of its words, joined, are it. */
  readonly isIn: (text: string) => boolean;
  /** The words of a text behind one with which it starts, joined by spaces; undefined if it starts with none. */
  readonly behind: (text: string) => string | undefined;
  /** Whether a name ends, or starts, with one of them. */
  readonly ends: (name: string) => boolean;
  readonly starts: (name: string) => boolean;
  /** A plain name without the longest of them at its end, or at its start; the name itself if none is there. */
  readonly withoutEnd: (name: string) => string;
  readonly withoutStart: (name: string) => string;
  /** What is paired with a word: with `reopen`, what `reopen-{close,resolve}` says. */
  readonly of: (word: string) => readonly string[];
  /** What is paired with each word. */
  readonly pairs: () => ReadonlyMap<string, readonly string[]>;
}

/** Each word with one of the alternatives in its braces: `sort{by,dir}` is `sortby` and `sortdir`. */
const expanded = (word: string): readonly string[] => {
  const [open, close] = [word.indexOf('{'), word.indexOf('}')];
  if (open === -1) return [word];
  const after = expanded(word.slice(close + 1));
  const inside = word.slice(open + 1, close).split(',');
  return inside.flatMap((one) => after.map((rest) => word.slice(0, open) + one + rest));
};

/** The words of a text that together may be one word of a list: `forgot your password`. */
const mostWords = 3;

/** The words of a text, with what they are made of. */
export const list = (text: string): WordList => {
  let read: readonly string[] | undefined;
  let set: ReadonlySet<string> | undefined;
  const allWords = (): readonly string[] => (read ??= text === '' ? [] : text.split(' ').flatMap(expanded));
  /** Made when the first name is asked for, so that a start waits for no list. */
  const known = (): ReadonlySet<string> => (set ??= new Set(allWords()));
  const pairs = lazily(() => {
    const split = allWords().map((pair) => pair.split('-'));
    const byFirst = Map.groupBy(split, ([first = '']) => first);
    return new Map([...byFirst].map(([first, own]) => [first, own.flatMap(([, other = '']) => other)]));
  });
  const byLength = lazily(() => allWords().toSorted((one, other) => other.length - one.length));
  /** The words behind the first ones, if those are one of the list. */
  const after = (words: readonly string[]): readonly string[] | undefined => {
    for (let count = 1; count <= Math.min(words.length, mostWords); count++)
      if (known().has(words.slice(0, count).join(''))) return words.slice(count);
    return undefined;
  };
  return {
    text,
    get all() {
      return allWords();
    },
    has: (name) => (set ?? known()).has(plainName(name)),
    hasPlain: (name) => (set ?? known()).has(name),
    isIn: (said) => wordsOf(said).some((_, index, words) => after(words.slice(index, index + mostWords)) !== undefined),
    behind: remembered((said) => after(wordsOf(said))?.join(' ')),
    ends: remembered((name, plain = plainName(name)) => allWords().some((word) => plain.endsWith(word))),
    starts: remembered((name, plain = plainName(name)) => allWords().some((word) => plain.startsWith(word))),
    withoutEnd: remembered((name) =>
      name.slice(0, name.length - (byLength().find((one) => name.endsWith(one)) ?? '').length),
    ),
    withoutStart: remembered((name) => name.slice((byLength().find((one) => name.startsWith(one)) ?? '').length)),
    of: (word) => pairs().get(word) ?? [],
    pairs,
  };
};

export const wordLists = {
  // Parameters and properties of pages.
  sizes: list(
    'limit perpage {items,results}perpage page{size,limit} size count max{results,items,count,resultcount,pagesize} numresults top take first rows',
  ),
  offsets: list('offset skip skipcount start start{index,at,row,record} firstresult rangestart pageoffset from begin'),
  /** Numbers of pages that may be filters if they are texts; frameworks without types declare the others as texts too. */
  maybeNumbers: list('count size top first start from begin'),
  pages: list('page page{number,index,num,no} p'),
  /** Objects with page metadata. */
  pageContainers: list(
    'meta {,response}metadata pagination paging page{,s,r,info,able,data} cursor{s,} resultinfo hydraview',
  ),
  linkContainers: list('links'),
  /** Parameters with the cursor after which a page begins, and before which it ends. */
  cursors: list(
    'cursor after marker bookmark iterator seek continuation continue {starting,page}after {next,nextpage,after,last,continuation,continue,resume,scroll,skip,start,starting,page,paging,pagination}{cursor,token,marker,bookmark,iterator} {last,lastseen,after,startingafter,since,scroll}id {start,exclusivestart,last,after}key anchor next',
  ),
  cursorsBefore: list('{,ending,page}before before{cursor,token,marker,key,id} endingbeforeid {max,until}id'),
  /** The words of a cursor behind that of a direction: `nextPageToken`. */
  cursorWords: list('token key {min,from,}id'),
  /** Cursors that are ids of items, unless responses contain cursors with other names. */
  idCursors: list('after startingafter'),
  /** Parameters that may have the id of the first item of a page, where a description says so. */
  firstItems: list('{from,start,starting,begin}{,id,key,at,with,from}'),

  // What is beside a list: numbers, flags, links, cursors and headers.
  totals: list(
    'total{,count,items,entries,results,elements,records,rows,size,docs,hits,number} records{total,filtered} {filter,filtered}count numfound hydratotalitems odatacount',
  ),
  shownCounts: list('numberofelements itemsonpage returned'),
  shownPages: list('page page{number,index,num,no} currentpage'),
  shownSizes: list('size take page{size,limit} limit {,items,results}perpage max{results,items}'),
  pageTotals: list('pages {total,num}pages pagecount pagestotal lastpage'),
  shownOffsets: list('offset skip start start{index,at} firstresult pageoffset'),
  nextPages: list('next nextpage'),
  previousPages: list('previouspage prevpage previous prev'),
  nextOffsets: list('next{offset,start,pagestart}'),
  previousOffsets: list('{previous,prev}offset'),
  lastFlags: list('{,is}last{,page} {,is}done finished exhausted {,is}complete endofresults nomore'),
  firstFlags: list('{,is}first{,page}'),
  emptyFlags: list('{,is}empty'),
  moreFlags: list(
    'hasmore{,data,entries,items,pages,records,results} more{,available,pages,results} {,has}next hasnextpage {,is}truncated',
  ),
  earlierFlags: list('{,has}prev{,ious} hasprev{,ious}{items,page,results}'),
  nextLinks: list('next odatanext hydranext'),
  previousLinks: list('previous prev hydraprevious'),
  firstLinks: list('first hydrafirst'),
  lastLinks: list('last hydralast'),
  selfLinks: list('self current'),
  links: list('url uri link href src'),
  nextCursors: list(
    '{,next}iterator {continuation,pagination}token continuation continue {,after}cursor after {,next}scrollid lastevaluatedkey',
  ),
  previousCursors: list('before beforecursor'),
  firstCursors: list('startcursor'),
  lastIds: list('lastid'),
  firstIds: list('firstid'),
  lastCursors: list('endcursor'),
  linkHeaders: list('link'),
  totalHeaders: list('{x,}totalcount xtotal xpagination{totalcount,count}'),
  pageTotalHeaders: list('xtotalpages xpaginationpagecount'),
  pageHeaders: list('xpage xpagination{page,currentpage}'),
  sizeHeaders: list('x{,pagination}{perpage,limit}'),
  nextPageHeaders: list('xnextpage'),
  previousPageHeaders: list('x{prev,previous}page'),
  offsetHeaders: list('xoffset'),

  // Orders.
  sorts: list(
    '{sort,sorting,sorted}{,by,on}{,field,column,col,key,property,prop,attribute,name,criteria,expression}{,s} orderby{,field,column,property,key,attribute,name} order{field,column} ordering',
  ),
  directions: list(
    'order direction dir sort{,by,ing}{order,direction,dir,type,way,mode} order{,by}{direction,dir,type,way,mode}',
  ),
  /** Flags: `descending=true`. */
  directionFlags: list('{,is,sort,order,sortby,orderby}{asc,desc,ascending,descending,reverse,reversed}{,order,sort}'),
  latest: list('desc descending newest latest recent mostrecent new'),
  oldest: list('asc ascending oldest earliest old'),
  byCreation: list('creation creation{date,time} created createdat dateofcreation date time'),
  byVersion: list('semver'),
  /** What counts up, one part after the other: `1.9.0`, `1.10.0`. */
  versions: list('version num number'),
  byUpdate: list('updates recentupdates recentlyupdated lastupdated'),
  byName: list('alpha alphabetic alphabetical alphabetically az'),

  // Choices of properties.
  fieldLists: list(
    '{,opt,include,includes,with,return,returned,response,output,select,selected,sparse,only,resource,item,partial}{field,fields,fieldset,fieldsets,fieldmask,fieldnames,fieldlist} select',
  ),
  /** Choices that also mean something else: a description says which. */
  vagueFieldLists: list(
    '{,include,includes,with,return,returned,response,output,select,selected,only}{attribute,attributes,attrs,columns,props,properties,keys} only projection view fl',
  ),
  excludedFields: list('{exclude,excluded,omit,without,hide}{field,fields,attributes,columns,properties} omit'),
  /** A choice that is also a filter: a description says which. */
  vagueExclusions: list('exclude'),

  searches: list(
    'q s query search search{term,text,query,string,value} keyword{,s} term{,s} fulltext freetext querystring',
  ),
  /** What selects items in a body, or in a parameter with JSON. */
  filterObjects: list('filter{,s} query where condition{,s} criteria rule{,s}'),
  /** Words that state nothing but a filter: `filterByStatus`, `status[eq]`. */
  filterStarts: list('{filter,where}{,by} by'),
  filterEnds: list('filter any eq equals exact in is'),
  /** What a filter compares with: `price[gte]`, `createdAfter`, `minPrice`. */
  atLeast: list('gte from since min'),
  more: list('gt after'),
  atMost: list('lte to until max'),
  less: list('lt before'),
  containing: list('{,i}contains {,i}like'),
  starting: list('{,i}startswith prefix'),
  differing: list('ne neq not exclude excluding without'),
  /** A list has items with a flag only if they are asked for: `include_archived`. */
  including: list('include includes including show with'),
  /** Days and moments of an item, and its beginning: they stand at the start of the name. */
  days: list('date day'),
  dates: list('date day time occur happen'),
  beginnings: list('start begin from scheduled departure checkin'),
  /** Dates at which something was done with an item, or will be: other items have none. */
  happened: list(
    'create{,d} inserted update{,d} modified changed edited approved archived cancel{,l}ed closed completed confirmed deleted delivered disabled ended expir{e,es,ed,y,ation} finished locked merged paid processed read refunded rejected removed resolved returned revoked seen shipped verified',
  ),
  lastTimes: list('last birth dob dateofbirth'),
  /** The beginning of what an item is called: `letter=a`. */
  labelStarts: list('prefix {,first}letter initial {starts,begins}with starts'),
  /** The first and the last date of items, whatever they call it. */
  firstDates: list(
    'since start from after {start,begin,from,since,after,min}{date,day,time,datetime,timestamp} {date,day,time,datetime,timestamp}{start,begin,from,since,after,min}',
  ),
  lastDates: list(
    'until till end to before {end,to,until,till,before,max}{date,day,time,datetime,timestamp} {date,day,time,datetime,timestamp}{end,to,until,till,before,max}',
  ),
  /** Parameters that select properties of the items, not items. */
  selections: list('fields include{,s} expand embed select with'),

  // Bodies.
  /** The list of items in an envelope. */
  lists: list(
    'data items results entries values value result content records list rows resources collection member{s,} hydramember objects elements docs hits',
  ),
  /** An object that contains the item itself. */
  wrappers: list('data result item response payload record resource entity object'),
  /** Properties about a response. */
  aboutResponse: list(
    'success ok status code message msg error errors warnings messages timestamp jsonapi jsonrpc included version apiversion kind type {api,biz,business,err,error,http,res,response,result,ret,return,status}{code,desc,message,msg,no,status}',
  ),
  /** What a response says about the request, beside items of other names; the last ones only beside another. */
  confirmations: list('acknowledged succeeded message success ok msg statuscode status code detail'),
  counts: list('count total totalcount number size'),

  // Properties that identify an item.
  /** Ids of items of any kind, which rarely refer to another collection. */
  generalIds: list('entityid objectid'),
  possibleIds: list('key slug handle reference ref name code number token username email'),
  /** Texts beside a number that are ids as well. */
  textIds: list('num number no login username handle slug version tag name key code'),
  /** Objects in which an item may have its id. */
  identities: list('metadata meta sys'),
  /** What schemas of references have in their names beside the thing. */
  besideName: list(
    'compact brief nested summary short mini minimal simple basic simplified light ref reference link base response dto public partial embedded info details object view',
  ),

  /** A property that says what an item is about, whatever that is: `item: { id, type }` of a comment. */
  subjects: list('item target subject resource entity parent object'),

  /** Times of an item. */
  created: list(
    'created datejoined {create,created,creation,insert,inserted,added}{at,date,datetime,on,time,timestamp,utc} {date,time}{created,added,creation}',
  ),
  updated: list(
    '{last,}{modified,updated} last{changed,update} {date,time}{last,}{modified,updated} {last,}{change,changed,modification,modified,modify,update,updated}{at,date,datetime,on,time,timestamp} lastedited{at,on,time}',
  ),

  /** A new item has none of these times. */
  edited: list('edited{at,on}'),

  // Verbs and other words of paths.
  listVerbs: list('list all browse filter page paginate query'),
  searchVerbs: list('search find buscar pesquisar'),
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
  /** Words of a path that is about many items. */
  many: list('all array batch bulk by ids in list many mass multi multiple selected with'),
  clearing: list('clear purge'),
  /** Words that stand beside the noun of a verb: `getPetList`. */
  besideNouns: list('list all'),
  /** People who run a service. */
  staff: list('admin{,s} administration administrator{,s} backoffice moderation moderator{,s} staff'),
  /** Words for those who may see or change the noun behind them. */
  audiences: list(
    'backend cms dashboard internal manage management manager operator panel portal private public secure secured',
  ),
  /** Words before a noun that are not nouns. */
  prepositions: list('by for of to with without'),
  /** Segments before all resources. */
  bases: list('api apis rest rpc public gateway odata'),

  // Users.
  users: list('user account member'),
  /** Things that belong to a caller: `/user/me/settings`. */
  people: list('user account member customer profile'),
  callers: list('me my mine self own current'),
  /** The one item that belongs to the caller. */
  currentItems: list('me self current myself currentuser whoami {verify,update}credentials'),
  /** The caller's own account, if it is one of users. */
  ownAccounts: list('account user myaccount viewer profile myprofile'),
  profiles: list('profile myprofile'),

  /** The properties that say who a user is. */
  wholeNames: list('name fullname displayname'),
  partNames: list('firstname lastname'),
  loginNames: list('username login handle nickname'),
  addressNames: list('email emailaddress mail'),
  /** Who made an item. */
  makers: list(
    'author creator createdby instructor organizer owner sender reporter requester uploader postedby submittedby',
  ),
  /** What only its owner knows. */
  secrets: list('password passwd pass secret clientsecret pin otp code credential idtoken'),
  tokens: list('token {access,auth,authentication,authorization,bearer,id,jwt,login,session}token access jwt'),
  /** The ends of names of what a service issues with a new item: `clientSecret`. */
  issued: list('token secret apikey accesskey'),
  /** Paths at which somebody logs in, also where they only take a secret. */
  logins: list('login signin authenticate'),
  registrations: list('register registration signup createaccount'),
  refreshes: list('refresh renew'),
  /** What is done with a password that somebody does not know. */
  recoveries: list('forgot forgotten lost recover recovery reset'),
  /** What a login takes beside a name and a secret. */
  besideCredentials: list('remember{,me} granttype scope client{,id} device{id,name}'),
  tokenPaths: list('{,o}auth authentication {,access}{token,tokens} session sessions jwt'),

  // Work that takes its time.
  jobs: list(
    'batch build conversion crawl execution export generation import job operation prediction render report run scan task transcription upload video workflow',
  ),
  /** Last words of properties that say what state something is in. */
  states: list('status state'),
  phases: list('phase stage'),
  /** Words that say how far work is. */
  stages: list('progress done completed finished ready'),
  /** States of work: before it begins, while it goes on, at its end, and where there is none. */
  waiting: list(
    'accepted created enqueued new notstarted pending planned queued received requested scheduled submitted waiting',
  ),
  working: list('active inprocess inprogress processing running started'),
  done: list(
    'available built complete completed done exported finished generated imported processed published ready rendered succeed succeeded success successful uploaded',
  ),
  failed: list('error fail failed failure'),
  /** What is done with something that exists. */
  changes: list(
    'abort activate cancel confirm deactivate disable enable pause refresh renew resume stop toggle verify',
  ),
  starts: list('convert create enqueue execute generate launch queue schedule start submit trigger'),

  // What actions change.
  /** Words before what an item becomes: `mark-as-read`. */
  marks: list('mark{,as,all,allas} make set'),
  /** A verb, and those that it reverts. Further ones begin with `un`. */
  reverts: list(
    'close-open incomplete-complete deactivate-activate detach-attach disable-enable disconnect-connect hide-show leave-join open-close recover-delete reinstate-suspend reopen-{close,complete,resolve} restore-{delete,archive,trash,remove,withdraw,yank} resume-{pause,suspend} show-hide start-{stop,pause} stop-start',
  ),
  /** Last words of what is sent to change a state by a verb: `state_event`. */
  transitions: list('action event'),
  /** Irregular participles. */
  participles: list('freeze-frozen hide-hidden hold-held leave-left pay-paid read-read send-sent withdraw-withdrawn'),
  /** Verbs whose participle is a usual state. */
  settling: list(
    'accept approve archive block close complete confirm decline deliver expire finish merge pause publish refund reject resolve revoke suspend terminate verify void withdraw',
  ),
  /** The state after other usual verbs. */
  statesAfter: list(
    '{activate,reactivate,resume,unarchive,unblock,unfreeze,unsuspend}-active cancel-cancelled deactivate-inactive done-done reopen-open ship-shipped submit-submitted unpublish-draft',
  ),
  /** Other states after a verb, of which an item may have one: a task that is completed is `done`. */
  otherStates: list(
    'cancel-{canceling,cancelling} complete-{done,finished} finalize-{open,issued,final} finish-{done,completed} issue-open reopen-opened ship-dispatched start-{inprogress,active}',
  ),
  /** Other names of the flag of a verb, and of what it counts. */
  otherFlags: list('join-member show-visible start-running'),
  counted: list('downvote-vote favorite-fav star-stargazer upvote-vote'),
  /** Words that say whose flag it is, or that it is one: `viewerHasStarred`, `likedByMe`. */
  flagStarts: list('{,viewer,user,currentuser,me}{is,has} viewer user currentuser me'),
  flagEnds: list('by{me,you,user,viewer,currentuser}'),
  timeStarts: list('date time'),
  timeEnds: list('at on date time datetime timestamp'),
  countStarts: list('num nb nr n count numberof countof'),
  countEnds: list('count counts counter cnt'),
  /** What tells of all items in numbers. */
  statistics: list('stats statistics summary dashboard overview count counts totals metrics'),
  /** What a number of a property tells of all items. */
  sums: list('total sum'),
  averages: list('average avg mean'),
  /** What stands before the property by which items are counted. */
  perKind: list('by per'),
  /** Words on either side of what is counted, if it is known what that is. */
  countSides: list('total number'),
  /** Verbs that answer an invitation. */
  answers: list('accept decline reject dismiss'),
  invitations: list('invitation invite {friend,join,follow,membership}request'),
  /** `POST /accounts/{id}/deposit` adds to what an account has, and a withdrawal takes from it. */
  adding: list('deposit credit topup restock increase increment addfunds'),
  taking: list('withdraw withdrawal debit decrease decrement deduct consume spend'),
  /** What an item has some of, and what is sent of it. */
  held: list(
    '{,current,available,account}{balance,stock,quantity,points,funds}{,quantity,level} onhand quantityonhand',
  ),
  /** What is sent with its sign. */
  adjusting: list('adjust'),
  deltas: list('delta adjustment'),
  amounts: list('amount value sum quantity qty points'),
  /** What people take part in, and people whom somebody else subscribes. */
  talks: list('channel chat community conversation discussion group post room status story thread topic'),
  subscribed: list('address contact customer email lead member person recipient subscriber subscription'),

  // What a new item has.
  /** States in which things begin, the most certain first. */
  openings: list('draft new pending queued waiting incomplete open opened active'),
  /** What others do with a thing after it exists, or how they judge it. */
  tallies: list(
    'views {,dis}likes {,up,down}votes favo{,u}rites stars stargazers followers watchers subscribers members comments replies reactions reposts retweets shares forks downloads clicks visits plays impressions attempts retries failures unread reviews progress spent',
  ),
  /** A number in which others judge a thing; null, if it may be, until somebody has. */
  judgements: list('rating{,s} score'),
  /** Flags of what is in use from its beginning. */
  inUse: list('{,is}{active,enabled,available}'),
  /** How a caller relates to a thing. A caller has done nothing with a new one. */
  relating: list('following followed favo{,u}rited liked starred bookmarked subscribed watching muted blocked'),

  // Lists that others have, and orders by counts.
  /** Who gets something. */
  receivers: list('sender recipient receiver invitee assignee assignedto'),
  feeds: list('feed home timeline followed following'),
  /** Streams of one item. */
  streams: list(
    '{,event,status,state,progress}{event,events,stream,updates,changes} status state progress watch listen subscribe sse',
  ),
  /** Numbers and scores of what people do: most is best. */
  popular: list(
    '{,num,total,recent,alltime,weekly,monthly}{download,install,star,stargazer,like,view,visit,play,vote,upvote,follower,subscriber,watcher,favorite,fork,sale}{,s}{,count,cnt,total} score popularity relevance rating',
  ),

  // Names of properties that identify an object, the most certain first.
  ids: list('id pk _id uuid guid sid uid gid urn arn ulid identifier key slug'),
  /** The ids of the object alone: an envelope has none of them. */
  ownIds: list('id pk _id uuid guid sid'),
  /** Ids that identify an item everywhere, beside its `id`: `documentId` is that of Strapi. */
  worldwideIds: list('uuid guid documentid'),
  /** The id of an element that an item gets. */
  newIds: list('id uuid gid'),
  /** Names that people give, and that often identify an object. */
  givenNames: list('username login name code email label'),
  /** Ids and given names. */
  labels: list('username login name code email label id pk _id uuid guid sid uid gid urn arn ulid identifier key slug'),
  /** Names by which somebody logs in. */
  logIns: list('email{,address} mail username login phone{,number} identifier name'),
  /** Texts that people choose for an item, by which it is known beside its id. */
  keyNames: list('login username slug handle'),
  /** Key names of a thing, and of no person. */
  thingKeys: list('slug key identifier'),
  keyEnds: list('id key slug'),
  /** The ends of lists of ids, and of what else says which items are meant. */
  idEnds: list('id{,s} pks keys'),
  namingEnds: list('{id,name,key}{,s}'),
  /** The elements of a list, where a request has nothing else. */
  elements: list('key name slug value item'),
  listEnds: list('list name{,s} array'),
  /** Parameters of a query that identify no item. */
  besideIdParameters: list('key version'),
  /** Things that have numbers of their own. */
  numbered: list('attempt build revision version'),
  /** Numbers that items get below their parents. */
  ownNumbers: list('number iid sequence{,number}'),
  /** Texts that join whose an item is and what it is called, the names in them, and whose they may be. */
  joinedTexts: list('full{name,path,slug} pathwithnamespace namewithowner'),
  joinedNames: list('slug path name'),
  owners: list('namespace workspace organi{s,z}ation org group'),
  /** The address of an item. */
  ownAddresses: list('self{,link}'),
  /** The newest item: `last_post` of posts. */
  lastOnes: list('last latest newest'),
  /** Paths below a list that show one of its items. */
  ones: list('latest random'),

  // Values, and words beside names.
  /** Values of a filter that mean every item. */
  allValues: list('all any both'),
  /** Directions that mean no order. */
  noOrder: list('none normal default'),
  /** Parameters whose items are behind the one that they name. */
  exclusiveIds: list('after since exclusive'),
  /** Flags whose opposite begins with `in`; so do words such as `instock` and `inuse`. */
  negatedByIn: list('active complete valid visible'),
  /** Properties by which a user accepts something. */
  consents: list('{,is}{accept,accepted,approve,approved}'),
  /** A confirmation has them only beside others. */
  maybeConfirmations: list('detail code status'),
  /** What a response says of itself, and a client only of an item. */
  saidOfItems: list('message msg status code kind type'),
  /** Words for an order by counts: `most_liked`. */
  most: list('popular top most best'),
  countWords: list('cnt count total score votes likes rating'),

  // What a caller does with things, without what is behind the stem.
  /** Verbs for those whose news one wants. */
  news: list('follow subscrib watch starr'),
  callerVerbs: list('follow star like favo{,u}rite subscribe watch bookmark block mute wish reblog repost retweet'),
  /** The endings of such a verb in the names of flags and lists. */
  flagForms: list('e ed d ing'),
  flagLists: list('es s ed d ing ptions list'),

  // Errors: what they say, and of what.
  /** The texts of an error, first sentences for people, then what is also used for titles and codes. */
  errorSentences: list('message detail errormessage errordescription msg errormsg details'),
  errorTexts: list('description reason error title summary explanation text info faultstring'),
  errorTextEnds: list('{message,detail,description,reason}{,s}'),
  /** Texts with such an end are the last that may state what is wrong. */
  besideErrorTexts: list('code type id uri url href link path field date time at name kind status instance method'),
  errorStatuses: list('{,http}status{,code} httpcode'),
  /** Names of a status, if the value is the number of one. */
  errorCodes: list('{,error}code'),
  /** Texts that state the meaning of an error. */
  errorKinds: list('type kind name status'),
  /** Objects and lists that contain errors. */
  errorLists: list('errors fault failures problems violations'),
  /** Lists and maps of mistakes, as the end of a name. */
  mistakeLists: list(
    '{error,message,violation,problem,detail,issue,failure,reason,field,invalid,validation,cause}{,s} errormessage{,s}',
  ),
  /** Where an entry of such a list says which property is meant. */
  mistakenPlaces: list(
    'loc {field,property,param,parameter}{,name} {,property}path pointer attr attribute source key target in location',
  ),
  /** Where an error that lists no mistakes says it. */
  mistakenNames: list('{field,param,parameter,property}{,name}'),
  /** A code of a mistake that says that something is not there. */
  requiredCodes: list('missing required blank'),
  /** Addresses of pages about an error. */
  documentation: list('{doc,docs,documentation,help,moreinfo}{,url,uri,link,href}'),
  /** Words for any error, at the end of the name of a schema. */
  errorEnds: list('error exception response problem failure body dto model'),
  /** What names and values say of a status, the most exact first. */
  statusWords: list(
    '400-{badrequest,invalidrequest,validationerror,validationfailed,validation,invalidargument,invalidinput,invalidparameter,invalid,malformed,badinput} ' +
      '401-{unauthorized,unauthenticated,notauthenticated,authenticationfailed,authenticationfailure,authenticationerror,authenticationrequired,authentication,invalidtoken,tokenexpired,invalidapikey,invalidcredentials,unauthorised} ' +
      '402-{paymentrequired} ' +
      '403-{forbidden,permissiondenied,accessdenied,notauthorized,notallowed,permissionerror,insufficientpermissions,permission,authorization} ' +
      '404-{notfound,resourcenotfound,missing,doesnotexist,nosuch} 405-{methodnotallowed} 406-{notacceptable} 408-{requesttimeout,timeout} ' +
      '409-{conflict,alreadyexists,duplicate,resourceconflict,exists} 410-{gone} 412-{preconditionfailed} ' +
      '413-{contenttoolarge,payloadtoolarge,requestentitytoolarge,toolarge} 415-{unsupportedmediatype} ' +
      '422-{unprocessablecontent,unprocessableentity,unprocessable,validationerror,validationfailed,validation,invalidrequest,invalid} ' +
      '423-{locked} 429-{toomanyrequests,ratelimited,ratelimitexceeded,ratelimit,resourceexhausted,throttled,throttling,quotaexceeded} ' +
      '500-{internalservererror,internalerror,internal,servererror,unexpected,unknown,apierror} 501-{notimplemented} 502-{badgateway} ' +
      '503-{serviceunavailable,unavailable,overloaded,maintenance} 504-{gatewaytimeout,deadlineexceeded,timeout}',
  ),

  // What a response says of itself.
  /** A text of a confirmation, in the spelling of the property. */
  messages: list('message msg detail'),
  successFlags: list('ok success succeeded successful acknowledged'),
  /** What is said of a failure beside content, and its number. */
  shownErrors: list('error{,s} error{message,messages,code,description,details,type} exception{,s} stacktrace'),
  errorNumbers: list('errcode errno errorno'),
  shownStatuses: list('{,http}{status,code}{,code} {return,response,result,ret,api,biz,business}{status,code}'),
  shownMessages: list('{,status,result,response,return,ret,err,error,api}{msg,message,text,desc,description}'),
  /** Names of a message, or of what something is. */
  maybeMessages: list('text desc{,ription}'),
  contents: list('data result{,s} payload content response body item{,s} value object'),
  /** Flags of a deletion. */
  deletedFlags: list('{,is}{deleted,removed,archived}'),
  /** Owners of an item, after those who did something. */
  ownerIds: list('{user,account,member}id'),
  /** Words that names of numbers and flags may leave out: `isActive` is `active`. */
  besideMeaning: list('is has total num'),
  /** Segments below an item with the file that created it. */
  files: list('content contents download file raw data'),
  /** What files are called where they are read. */
  stored: list('asset attachment download file image media upload'),

  /** Each has to happen before the next. */
  ladder: list('paid shipped delivered'),

  // Webhooks: who subscribes, where to, and to what.
  hooks: list('{hook,subscription,endpoint}{,s}'),
  hookUrls: list('url {target,callback,endpoint,hook,webhook,delivery,payload}url target callback endpoint'),
  /** What an event says that it is. */
  eventNames: list('event type eventtype topic'),
  hookEvents: list('event{,s} eventtype{,s} topic{,s} types triggers {subscribed,enabled}events'),

  // Items of scenarios, and what they refer to.
  /** The place of an item among others. */
  ordinals: list('{sort,display}{order,index,position} position sequence ordinal rank'),
  /** Numbers with such an end are no references, even if there is a collection of it. */
  measured: list(
    'order position number index level version page size year status state count rating score amount total stock quantity type',
  ),
  /** Names of collections of people, and words for people in other items. */
  persons: list('user account member person employee profile agent'),
  /** People to whom work is assigned. */
  assigned: list('agent employee'),
  parts: list(
    'by owner author assignee creator reporter reviewer approver responsible manager requester submitter editor member attendee participant collaborator watcher uploader sender commenter',
  ),
  /** Ends of references. */
  references: list('reference ref fk'),
  /** Parts of an address, all of which are of one place. */
  places: list('city country province region state'),
} as const satisfies Readonly<Record<string, WordList>>;

/** Meanings, each with the list of the words for it. */
export type Meanings<Meaning> = readonly (readonly [Meaning, keyof typeof wordLists])[];

const meaningIn = perObject((meanings: Meanings<unknown>) =>
  remembered((plain) => meanings.find(([, words]) => wordLists[words].hasPlain(plain))?.[0]),
);

/** The meaning of a name: that of the first list that has it. */
export const meaningOf = <Meaning>(name: string, meanings: Meanings<Meaning>): Meaning | undefined =>
  meaningIn(meanings)(plainName(name)) as Meaning | undefined;

/**
 * A text by which versions are sorted: `1.9.0`, `1.10.0-beta`, `1.10.0`. Undefined for other texts; two numbers may be an amount, unless the
 * property has a version.
 */
export const versionKey = (text: string, property: string): string | undefined => {
  const [, version = '', more, rest = ''] = /^v?(\d+\.\d+)(\.[\d.]*\d)?(-[^+]*)?(?:\+.*)?$/.exec(text) ?? [];
  if (version === '' || !(more || wordLists.versions.ends(property))) return undefined;
  return `${version}${more ?? ''}${rest || '~'}`.replace(/\d+/g, (digits) => digits.padStart(15, '0'));
};
