/** The patterns of sentences by which descriptions are understood, one for each meaning: what no list of words says. */

export const phrases = {
  // What is said of a response.
  failure: /error|fail|problem|unexpected|invalid/i,
  success: /^(default response|ok|success(ful)?)\b/i,
  /** `Book deleted successfully.`, `OK`: what a message may say. */
  confirmation: /^(ok$|.*\bsuccess|.*\b(has|have) been \w+ed\b|(?!an?\b|the\b|returns?\b|if\b)([\w-]+ ){1,4}\w+ed\b)/i,
  login: /log ?in|sign ?in|token/i,
  /** A response to a request that does not fit, as the 422 of FastAPI is. */
  invalidInput: /validat|"loc"|violation|\berrors"/i,
  /** What a login shows of itself, not of the user. */
  ofLogin: /token|type|status|(at|date)$/,
  /** The text of a status. */
  succeeded: /succe|^(ok|done|completed?|fine|created|updated|deleted|2\d\d|0)$/i,
  /** `{ "status": "success" }` is no status of the item. */
  outcome: /^(ok|success(ful)?|error|fail(ed|ure)?)$/i,
  /** A count that is not that of all pages. */
  ofPage:
    /\b(in|on|of) (this|the current|each) (\w+ )?(page|response|set|list|batch|chunk|result)|\breturned\b|per page/i,

  // Orders of lists.
  latestFirst:
    /\b(newest|latest|most recent\w*)\b.*\bfirst\b|\b(newest|latest|most recent)\b.*\bto\b|reverse[- ]chronological|\bdesc/is,
  oldestFirst: /\b(oldest|earliest)\b.*\bfirst\b|\b(oldest|earliest)\b.*\bto\b|chronological|\basc/is,
  order: /first|to|chrono|order|sort/i,
  /** Words for an order that there may be, not for the one that there is. */
  possible: /\b(can|could|may|use|using|if|set|specify|parameters?|options?|to (sort|order))\b/i,
  /** `name (default)`, `Defaults to -created_at.` */
  usualOrder:
    /[`'"]?(-?[\w.]+)[`'"]?\s*(?:\(default\)|\bby default)|\bdefaults?\b(?: (?:value|order|sort(?:ing)?))?(?: (?:is|to|by|of))?\b\W*?(-?\w[^;)\n]*?)(?:[.;)\n]|$)/i,
  sortedBy: /\b(?:sort|order)(?:ed|s)?\b(?:\s+\w+){0,2}?\s+by\s+(.*)/is,
  /** Signs of a direction: `-name`, `name desc`. */
  directions: /(^|\W)[-+]\w|\b(asc|desc)|prefix/i,

  // Pages.
  /** The size of a page without its parameter, by the description of that (`Defaults to 10`), and of the list (`3 items per page`). */
  usualSize: /\bdefaults?\b[^\d.;]{0,30}?(\d+)|\b(\d+) (?:\w+ )?by default/i,
  sizeOfPages:
    /(?<![\d,.-])(\d[\d,]*) (?:\w+ ){0,2}(?:per|on each|in each) page\b|\b(?:pages|(?:a|each|every) page) (?:of|ha[sv]e?|contains?) (\d[\d,]*)\b/i,
  /** What is said of pages that are asked for, or of the largest. */
  ofLimits:
    /\b(max\w*|most|least|than|between|limit|can|could|may|use|using|if|set|specify|parameters?|options?)\b|\d (to|or|and) \d/i,
  position: /item|index|offset|position|record|result|row/i,
  lastOfPage: /inclusive|\blast (item|record|result|row|entry)/i,
  olderThanId: /\b(before|older|prior|earlier)\b.*\bids?\b|\bids?\b.*\b(before|older|prior|earlier)\b/is,
  ofPages: /cursor|\bpage|paginat/i,
  ids: /\b(id|identifier|key|cursor|token)s?\b/i,
  /** A page begins behind the item whose id is sent, or with it: "starts with this ID", "and onwards". */
  exclusive: /\bexclusive|\bexclud|not includ|\bafter\b/i,
  inclusive:
    /\binclusive|\binclud(es|ing) (the|this|that)|\bonwards?\b|\b(start|begin)s?(ning|ing)? (\w+ ){0,3}?(with|from|at)\b/i,
  fromZero:
    /\b(zero|0)[- ](based|index)|\b(start|begin|count|index)\w*\b[^.;\d]{0,20}\b(0|zero)\b|\bfirst page is (0|zero)\b/i,

  // What operations do.
  /** The list that is sent is put in place of the one before. */
  replacesAll:
    /\b(overwrit|replac)\w*|\b(whole|entire|full|complete) (list|set)\b|\b(delet|remov)\w+ .{0,40}\bnot (in|part of|list|present|provid|sent)/i,
  /** What a request has, and no response shows: `password`, `password_confirmation`, `captchaToken`. */
  unshown: /passw(or)?d|captcha|^senha$|^contrase/i,
  /** Choices of properties. */
  fields: /\b(fields?|attributes|properties|columns|keys)\b/i,
  returned: /\b(return|includ|respon|select|show|restrict|limit|list of|comma|partial|sparse|projection)/i,
  /** "Users that you follow", "followed users", "from following"; "the following" is something else, and so is ", followed by". */
  ofNews:
    /\b(?:you|i|we|they|he|she|one|user|caller|account|member|customer)s?(?: (?:are|am|has|have|also|currently))* (?<does>follow|subscrib|watch|starr)|(?<!, )\b(?<done>follow|subscrib|watch|starr)e?d\b|\b(?:your|my|from) (?<doing>follow|subscrib|watch|starr)ing\b/gi,
  /** What says that a list has those of the caller. */
  ofCaller: /\b(?:you|i(?!\.)|me|my|your|caller|current|authenticated|logged|signed)\b/i,
  /** Who is blocked cannot come in. */
  keptOut: /\b(cannot|can't|no longer|prevents?|unable|from)\b.{0,30}\b(log|sign)/is,

  // What a description says about the values of a text or a number.
  /** A description that is a list of words: `pending, confirmed, cancelled`, `One of: draft, sent`. Generators of Go write so. */
  wordList:
    /^(?:(?:one of|allowed values|possible values|values)[: ] *)?((?:[a-z][\w-]*(?: ?[,|/] ?(?:or )?| or )){2,}[a-z][\w-]*)\.?$/i,
  /** What introduces a list of all values. */
  introduction:
    /\b(?:one of|(?:allowed|available|possible|supported|valid|accepted|permitted) (?:values?|types?|options?|choices)|values|can be|may be|must be|(?<=^|, |is |be )either|for example|e\.g|such as)\b/gi,
  /** Without quotes, only words that no sentence has, or that end it. */
  codeList: /^(?:\s+(?:either|are|is))?:?\s+((?:[A-Z][\w-]*(?:,? (?:and|or) |, ?|\/|\|))+[A-Z][\w-]*)(?=[.)\n]|$)/,
  /** What is behind `Example:` at the end of a description, also of one in another language. */
  exampleAtEnd:
    /(?<=^|[\s(])(?:e\.g\.?|examples?|ejemplos?|exemples?|exemplos?|beispiele?|z\. ?B\.|np\.|contoh|например|пример): ?([^\s"'`({[][^\n;!?]{1,39})$/iu,
  oneExample:
    /(?:\be\.g\.?|\bexamples?)[:,]?\s+(?:is |are )?(`[^`\n]{1,40}`|"[^"\n]{1,40}"|'[^'\s]{1,40}'|\*\*[^*\s]{1,40}\*\*)/i,
  exampleInBrackets: /\((?:e\.g\.?|eg|ex|ex\.|example|for example)[:,]?\s+([^\s()<>{}]{2,40})\)/i,
  /** A number of things: `Number of unreturned containers`, and not `Number of the order`. */
  numberOf: /^(?:the )?(?:(?:current|total|maximum|minimum) )?number of (?!(?:an?|the|this)\b)/i,

  // Headers of a recording that belong to an operation.
  ownHeaders: /^(?:x-[\w-]{1,60}|idempotency-key|(?:\w{1,30}-)?(?:tenant|version)(?:-id)?)$/,
  // What a recording has that is of no operation: parameters of trackers and against caches, headers of browsers, proxies and traces.
  trackers: /^(?:_|_dc|cb|nocache|cachebuster|utm_\w+|fbclid|gclid|msclkid)$/,
  plumbing:
    /^x-(?:requested-with|forwarded|real-ip|request-id|correlation-id|b3|amz|datadog|cloud|client-data|csrf|xsrf|http-method|newrelic|sentry|client-trace|goog)/,

  // Texts of a standard.
  regions: /\b3166-2\b/,
  countries3: /\balpha-?3\b|\b(three|3)[- ](letter|char\w*) (iso )?country\b/i,
  countries: /\b3166\b|\balpha-?2\b|\b(two|2)[- ](letter|char\w*) (iso )?country\b|\bcountry code\b/i,
  currencies: /\b4217\b|\bcurrency code\b/i,
  languages: /\b639\b|\bBCP[ -]?47\b|\blanguage code\b/i,
  phones: /\bE\.?164\b/i,
  colors: /\bhex\w*\b.*\bcolou?r|\bcolou?r\b.*\bhex/i,
  timeZones: /\bIANA (time ?zone|tz)|\btz database\b/i,
  timestamps: /\b(ISO[ -]?8601|RFC[ -]?3339)\b(?!.*\bduration)/i,
  urls: /^(?:the |an? )?(?:[\w-]+ ){0,2}ur[li]\b(?!-)/i,
} as const satisfies Readonly<Record<string, RegExp>>;
