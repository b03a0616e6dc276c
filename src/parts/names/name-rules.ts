/** Names that say something only beside others: what they mean then, and which is the other one of a pair. */

/** A name, and the names of the other one, the first that exists. */
export type NameRule = readonly [RegExp, ...string[]];

/** What a part of the things is: `readCount` of `count`. */
const partWords =
  'completed?|done|finished|passed|failed|open|closed|unique|used|remaining|available|current|pending|in ?progress|read|unread|paid|allocated|reserved|active';

/** Names in words, and what they mean where names like all of the first are beside them: beside a city, a state is a part of the country. */
const besides: readonly (readonly [siblings: readonly RegExp[], name: RegExp, meaning: string])[] = [
  [[/^(city|zip( ?code)?|postal ?code|code postal|postcode)$/], /^(state|uf)$/, 'province'],
  [[/^(house|street|building) ?(number|no|nr|num)$/], /^street$/, 'street name'],
  [[/^(sku|upc|ean|barcode)$/], /^make$/, 'brand'],
  [[/^width$/, /^height$/], /^(mime ?type|content type|media type)$/, 'image $&'],
  [[/^(first|given|fore) ?name$/, /^(city|zip( ?code)?|postal ?code|code postal|postcode)$/], /^title$/, 'salutation'],
  [[/^(card )?(last ?(4|four)( digits)?|exp(iry|iration)? month|cv[vc])$/], /^(brand|network|number)$/, 'card $&'],
  [[/^(street|zip( ?code)?|postal ?code|postcode|neighbou?rhood)$/], /^number$/, 'house number'],
  // A time of the day on which something is.
  [
    [/^(\w+ )?date$|^(week ?day|day( of (the )?week)?)$/],
    /^(start|end|from|to|begin|finish|appointment|booking|event|meeting|reservation|session|slot|visit)s?( (at|time|hour))?$/,
    '$1 clock time',
  ],
  [
    [/^(product|item|variant|book|sku)( (id|name))?$|^((line|sub) ?)?total$/, /\bprice$/],
    /^(quantity|qty)$/,
    'order $&',
  ],
  [[/^subject$/], /^(from|to)$/, '$& email'],
  [[/^((is )?success(ful)?|succeeded|status code)$/], /^message$/, 'reply message'],
  [[/^(code|status)$/, /^data$/], /^message$/, 'reply message'],
];

/** The lower one, and the one that it does not exceed: `min_price` and `max_price`, `completed_tasks` and `total_tasks`. */
const limits: readonly NameRule[] = [
  [/min/, 'max'],
  [/from/, 'to', 'until', 'till'],
  [/lowest/, 'highest'],
  [/lower/, 'upper'],
  [/^(average|avg|mean)/, 'max', 'maximum'],
  [/excl?(?=uding|vat|tax)/, 'incl', 'inc'],
  [/start(?=s?(at|on|date|time)?$)/, 'end'],
  [/open(?=s?(at|time)?$)/, 'close'],
  [/opening(?=time|hour)/, 'closing'],
  [/re(stock|order)/, 'maxstock'],
  [/^(available|current|in)?stock(quantity)?$/, 'maxstock', 'maxstockthreshold', 'maximumstock'],
  [/begin|debut|inicio|mulai/, 'end', 'fin', 'fim', 'selesai'],
  [/checkin|entrada/, 'checkout', 'saida', 'salida'],
  [/(departure|outbound|pickup|depart)(?=s?(at|on|date|time)?$)/, 'return', 'inbound', 'dropoff'],
  [/^(loan|borrow(ed)?|rent(al|ed)?|lent|issued?|checkout|start)(?=(at|on|date)?$)/, 'return', 'returned'],
  [/^(loan|borrow(ed)?|rent(al|ed)?|lent|issued?|checkout|start|invoice|order)(?=(on|date)?$)/, 'due'],
  [new RegExp(`^(${partWords})(?=.)`), 'total', ''],
  [new RegExp(`(?<=.)(${partWords})(?=count$)`), ''],
  [
    /^(available|completed|done|finished|passed|used|allocated|current|occupied|sold|reserved)(count)?$/,
    'total$2',
    'total',
    'count',
    'quantity',
    'limit',
    'capacity',
  ],
  [/^(?!total)(.+?)(tobeinvoiced|invoiced|logged|paid|spent)$/, 'total$1', '$1'],
  [/^(?!total)(?=.)/, 'total'],
  [/^(?!max)(?=.)/, 'max'],
];

export const nameRules = {
  besides,
  limits,
  /** Of a flight, the departure is first; of a stay, the arrival. Documents declare the first one first. */
  travels: [
    [/departure|depart/, 'arrival', 'arrive'],
    [/arrival|arrive/, 'departure', 'depart'],
  ] as readonly NameRule[],
  /** What begins, so that something lies between it and what ends. */
  spans: [[/^(start|begin|check ?in|arrival|departure|from|valid from)/]] as readonly NameRule[],
  /** `deleted` is true if there is a `deleted_at`. */
  flags: [
    [
      /^(?:is)?(deleted|removed|archived|revoked|disabled|suspended|blocked|banned|cancell?ed|failed|closed|completed|done|finished|opened|resolved|published|verified|confirmed|read|paid|accepted|approved|locked|edited|returned|refunded|shipped|delivered|sent|seen|redeemed|processed)$/,
      '$1at',
      '$1on',
      '$1date',
      '$1time',
      '$1timestamp',
    ],
  ] as readonly NameRule[],
  slugs: [[/slug$/, 'title', 'name']] as readonly NameRule[],
  /** Words in names of schemas that state nothing about the thing, behind it and before it. */
  plain: [
    [
      /( (api|dto|vo|po|model|view|presenter|representation|response|resp|request|result|envelope|wrapper|payload|row|out|output|in|input|read|detail|details|list|page|paginated|base|schema|resource|entity|create|created|update|updated|patched|summary|brief|full|record|object|obj|data|db|info|ref|reference|attributes?|properties|public|private|basic|nested|mini|compact|serializer|with( \w+)+|v?\d+))+$/,
      '',
    ],
    [/^((api|get|read|list|page|paginated|paged|response|result|envelope|of) )+/, ''],
  ] as readonly NameRule[],
  /** The name of the whole, of which this is a part: `books count` for `books read count` and `read books count`. */
  wholes: [[new RegExp(`\\b(${partWords}) (?=.)`), '']] as readonly NameRule[],
};
