/** Names that say something only beside others: what they mean then, and which is the other one of a pair. */

/** A code that says where in a country something is. */
export const postal = /zip|zip code|postal|postal ?code|postcode|post code/;

/** A name, and the names of its counterpart, the first that exists. */
export type NameRule = readonly [RegExp, ...string[]];

/** What a part of the things is: `openCount` of `count`. */
const partWords =
  'completed?|done|failed|open|closed|unique|used|remaining|available|current|pending|active|unread|read';

/** Names in words, and what they mean where names like all of the first are beside them: beside a city, a state is a part of the country. */
const besides: readonly (readonly [siblings: readonly RegExp[], name: RegExp, meaning: string])[] = [
  [[new RegExp(`^(city|${postal.source})$`)], /^state$/, 'province'],
  [[/^house ?number$/], /^street$/, 'street name'],
  [[/^width$/, /^height$/], /^(mime ?type|content type|media type)$/, 'image $&'],
  [[/^first ?name$/, /^city$/], /^title$/, 'salutation'],
  [[/^(last ?4|exp(iry)? month|cvc)$/], /^(brand|number)$/, 'card $&'],
  [[/^(street|zip ?code)$/], /^number$/, 'house number'],
  // A time of the day on which something is.
  [[/^(\w+ )?date$|^day( of week)?$/], /^(start|end|from|to|event|visit)s?( time)?$/, '$1 clock time'],
  [[/^(product|item|sku)( (id|name))?$|^(sub ?)?total$/, /\bprice$/], /^(quantity|qty)$/, 'order $&'],
  [[/^subject$/], /^(from|to)$/, '$& email'],
  [[/^(success(ful)?|status code)$/], /^message$/, 'reply message'],
  [[/^(code|status)$/, /^data$/], /^message$/, 'reply message'],
  [[/^(ur[li]|path)$/], /^method$/, 'http method'],
  [[/^amount$/], /^method$/, 'payment method'],
];

/** The lower one, and the one that it does not exceed: `min_price` and `max_price`, `completed_tasks` and `total_tasks`. */
const limits: readonly NameRule[] = [
  [/min/, 'max'],
  [/from/, 'to', 'until'],
  [/lowest/, 'highest'],
  [/lower/, 'upper'],
  [/^(average|avg|mean)/, 'max', 'maximum'],
  [/excl(?=uding|tax|vat)/, 'incl'],
  [/start|begin/, 'end'],
  [/open/, 'close'],
  [/opening/, 'closing'],
  [/checkin/, 'checkout'],
  [/outbound|departure|pickup|borrow(ed)?|rental|loan/, 'return', 'returned', 'inbound', 'dropoff'],
  [/^(issued?|start|invoice)(?=(date)?$)/, 'due'],
  [new RegExp(partWords), 'total', ''],
  [/^(available|completed|used|allocated|current)$/, 'total', 'count', 'quantity', 'limit'],
  [/^/, 'total'],
  [/^/, 'max'],
];

/** The earlier one of two times, and the later one. */
const opposites: readonly NameRule[] = [
  [/^/, 'un', 'dis', 'de'],
  [/in(?=$|time|date|at)/, 'out'],
  [/^notbefore/, 'notafter'],
  [/^depart/, 'arrive'],
  [/^scheduled/, 'completed'],
  [/^sent/, 'received'],
];

export const nameRules = {
  besides,
  limits,
  opposites,
  /** A flight begins with the departure, a stay with the arrival. Documents declare the first one first. */
  travels: [
    [/departure/, 'arrival'],
    [/arrival/, 'departure'],
  ] as readonly NameRule[],
  /** What begins, so that something lies between it and what ends. */
  spans: [[/^(start|begin|check ?in|arrival|departure|from|valid from)/]] as readonly NameRule[],
  /** `deleted` is true if there is a `deleted_at`. */
  flags: [[/^(?:is)?(.+)$/, '$1at', '$1on', '$1date']] as readonly NameRule[],
  /** `inStock` is true where some is left. */
  stocked: [[/^(?:is)?(?:instock|available)$/, 'quantity', 'stock', 'availablequantity']] as readonly NameRule[],
  slugs: [[/slug$/, 'title', 'name']] as readonly NameRule[],
  /** Words in names of schemas that state nothing about the thing, behind it and before it. */
  plain: [
    [
      /( (api|dto|vo|model|view|representation|response|resp|request|result|envelope|wrapper|payload|row|out|output|in|input|read|detail|details|list|page|paginated|base|schema|resource|entity|create|created|update|updated|summary|brief|full|record|object|obj|data|db|info|ref|reference|attributes?|properties|public|private|basic|serializer|with( \w+)+|v?\d+))+$/,
      '',
    ],
    [/^((api|get|read|list|page|paginated|paged|response|result|of) )+/, ''],
  ] as readonly NameRule[],
  /** A temperature in Fahrenheit, and that in Celsius. */
  fahrenheit: [[/(?<=^temp\w*|like)f$/, 'c']] as readonly NameRule[],
  /** The name of the whole, of which this is a part: `books count` for `books open count` and `open books count`. */
  wholes: [[new RegExp(`\\b(${partWords}) `), '']] as readonly NameRule[],
};
