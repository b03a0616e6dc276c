/** The words by which values are understood from their names: one list for each meaning, as the alternatives of a pattern. */

interface WordGroup<Meaning extends string> {
  readonly lists: (readonly [Meaning, RegExp])[];
  /** Whether a name has words of a list. */
  readonly has: (words: string, meaning: Meaning) => boolean;
  /** The value of the first list that has the words of a name. */
  readonly find: <Value>(words: string, values: Readonly<Record<Meaning, Value>>) => Value | undefined;
}

const group = <Meaning extends string>(
  patternOf: (list: string) => string,
  meanings: Readonly<Record<Meaning, RegExp>>,
): WordGroup<Meaning> => {
  const lists = Object.entries<RegExp>(meanings).map(
    ([meaning, { source }]) => [meaning as Meaning, new RegExp(patternOf(source))] as const,
  );
  return {
    lists,
    has: (words, meaning) => lists.some(([own, pattern]) => own === meaning && pattern.test(words)),
    find: (words, values) => {
      const found = lists.find(([, pattern]) => pattern.test(words));
      return found && values[found[0]];
    },
  };
};

/** Where the words stand in a name. */
const last = (list: string): string => `\\b(?:${list})$`;
const within = (list: string): string => `\\b(?:${list})\\b`;
const thing = (list: string): string => `\\b(?:${list})s?\\b`;

/** Hundredths of a currency are whole, whatever their type. */
export const minorUnits = /\b(cents?|pence|minor units?)$/;

export const money = /pric(?:e|ing)|amount|cost|total|subtotal|fee|balance|tax|discount/;

export const wordGroups = {
  /** Kinds of things, by the words for one of them or for several. */
  things: group(thing, {
    task: /task|to ?do|reminder|chore|action item/,
    ticket: /ticket|issue|bug|incident|case|complaint/,
    work: /anime|book|film|manga|movie|musical|novel|opera|play|series|show/,
    // States may be those of a country.
    state: /status(es)?|state(?!s)/,
    priority: /priority|severity/,
    variant: /tracker|variant/,
    type: /type|kind/,
    activity: /activity|activities/,
    event: /event/,
    specialty: /speciali[sz]ation|specialt(y|ies)/,
    ingredient: /ingredient/,
    release: /release|milestone/,
    song: /song|track|album/,
    lodging: /accommodation|apartment|bungalow|cabin|cottage|flat|holiday home|lodging|villa/,
    office: /location|office|venue|facility|facilities/,
    company:
      /(company|companies|corporat(e|ion)|firm|organi[sz]ation|partner|vendor|supplier|merchant|brand|manufacturer|publisher|tenant|business|employer|agency|agencies|bank|insurer|carrier|clinic|hospital|hotel|pharmacy|pharmacies|restaurant|salon|school|shop|store|university|warehouse|winery|brewery)(e?s)?/,
    article: /article|post|story|blog|page|news|chapter|lesson|course/,
    product: /product|item|goods|merchandise|listing|sku|stock|inventory/,
    dish: /menu|dish|meal|food|recipe/,
    country: /country|countries|nation/,
    city: /city|cities|town/,
    region: /province|county|region/,
    street: /street|road/,
    genre: /genres/,
    team: /team|club/,
    category: /category|categories/,
    department: /department|group|squad/,
    tag: /tag|label|keyword|topic/,
    color: /colou?r/,
    currency: /currency|currencies/,
    language: /language/,
    file: /file|document|attachment|upload/,
    domain: /domain|host/,
    role: /role|permission|scope/,
    person:
      /user|person|people|customer|author|owner|contact|member|employee|assignee|assigned to|creator|sender|recipient|driver|profile|client|guest|speaker|player|artist|patient|student|teacher|manager|reporter|reviewer|approver|doctor|responsible|requester|tutor|guardian|attendee|participant|passenger|instructor|trainer|coach|candidate|applicant|holder|professional|consultant|dentist|nurse|barber|stylist|therapist|lawyer|athlete|subscriber|volunteer|courier|borrower|lender|renter|buyer|seller|payer|payee|host|organi[sz]er|moderator|watcher|collaborator|contributor|winner|mentor|supervisor|follower|\w+ by$/,
  }),
  /** What an object is, where that decides between two values of a property. */
  owners: group(thing, {
    /** They make works of a genre. In other languages, somebody's genre is their gender. */
    artist: /artist|author|band|composer|musician|singer|writer/,
    vehicle: /vehicle|car|truck|automobile|motorcycle|motorbike|scooter|van/,
    technician: /technician|mechanic|engineer|worker|contractor|craftsman/,
    goods: /product|item|goods|article|material|stock|inventory|sku|part/,
    /** What has run already, while an event or a booking is still to come. */
    run: /build|execution|export|import|job|process|run|scan|session|stream|task instance/,
    /** What takes hours, not days. */
    brief: /appointment|call|class|event|interview|lesson|meeting|session|shift|slot|visit/,
    /** What takes months. */
    long: /campaign|contract|coupon|course|discount|employment|insurance|lease|licen[cs]e|membership|policy|project|promotion|subscription|voucher|warranty/,
  }),
  /** What a text is, by the last words of its name. */
  texts: group(last, {
    tokenType: /^token type/,
    email: /cc|e ?mail( address)?|mail address|bcc|reply ?to|^mail/,
    firstName: /(first|given|fore) ?name/,
    middleName: /middle ?name/,
    lastName: /(last|family|sur) ?name/,
    fullName: /^(full|real|display|legal|birth) ?name|^name full/,
    handle: /handle/,
    nickname: /nick ?name/,
    login: /login|(user|unix) ?name|screen name/,
    initials: /initials/,
    gender: /gender|sex|genre/,
    pictureFile: /(image|picture|photo|avatar|logo|icon|cover|thumbnail) file ?name/,
    file: /file ?name/,
    path: /path|file ?(path|location)|path ?string|director(y|ies)|folder|file ?loc|url (prefix|route)/,
    host: /host|host ?name|fqdn|domain( name)?/,
    phone: /(phone|mobile|fax|telephone|cell)( ?(number|no))?( ?\d)?|contact (number|no)/,
    extension: /(phone|mobile|telephone|tel) ?ext(ension)?/,
    numberOf: /(number|no|num) of \w.*/,
    link: /link|ur[li]|href|website|homepage|web site|(web|internet) address|callback|endpoint|webhook/,
    flag: /^(is|has|can|should) .*/,
    end: /^(origin|destination)/,
    city: /city|town|locality|municipality|location|birth ?place|place of (birth|death)/,
    countryCode: /nationality|country ?(code|iso|alpha)( ?(code|alpha))?( ?2)?/,
    countryCode3: /country ?(code|iso|alpha)( ?(code|alpha))? ?3/,
    regionCode: /(region|state|province|county) ?(code|iso|abbr\w*)/,
    region: /(address|billing|shipping) (state|region|province)/,
    postalCode: /zip|zip code|postal|postal ?code|code postal|postcode|post code/,
    ip: /ip|ipv4|ip address/,
    mac: /mac( address)?/,
    houseNumber: /(house|street|building|door) ?(number|no|nr|num)/,
    street: /street address|street( ?1)?|street line 1|address( line)?( ?1)?|^line ?1/,
    apartment: /apartment|(address( line)?|street) ?2|suite|^line ?2/,
    furtherLine: /(address( line)?|street) ?[3-9]|^line ?[3-9]/,
    latitude: /lat(itude)?/,
    longitude: /lng|lon|longitude/,
    timeZone: /(time ?zone|tz)( (iana|name|id))?/,
    currency: /currency( (code|iso)( ?(code|3))*)?/,
    currencySymbol: /currency symbol/,
    minorAmount: new RegExp(`(${money.source}) (in )?(cents?|pence|minor( units?)?)`),
    amount: new RegExp(`(${money.source})( (usd|eur|gbp|chf|due|paid|net|gross|decimal|min|max))?`),
    iban: /iban/,
    cardNumber: /(credit )?card (number|no)/,
    cardBrand: /card (brand|type|network|scheme)/,
    cardHolder: /name on card|card ?holder( name)?/,
    expiryMonth: /exp(iry|iration)? month/,
    expiryYear: /exp(iry|iration)? year/,
    lastDigits: /last ?(4|four)( digits)?/,
    securityCode: /cv[vcd]\d?/,
    bic: /bic|swift/,
    arn: /arn/,
    grantType: /grant type/,
    salutation: /^(salutation|honorific|civility)/,
    language: /locale|lang(uage)?( (code|iso)( ?code)?)?|hreflang/,
    hexColor: /hex colou?r|colou?r (hex|code)/,
    job: /job|job title|position|occupation|profession/,
    specialty: /special(i[sz]ation|i?ty)/,
    carMake: /^((vehicle|car) )?make|(vehicle|car) brand|brand (vehicle|car)/,
    brand: /^brand/,
    model: /model/,
    relation: /relation(ship)?/,
    degree: /(qualification|degree)s?/,
    slug: /slug|^(alias|identifier)/,
    ttl: /ttl/,
    uuid: /uuid|guid/,
    hash: /(etag|hash|sha|checksum|digest|signature|fingerprint|commit)\d*/,
    token: /token|secret|api key|access key/,
    password: /password( confirm(ation)?)?/,
    isbn: /isbn\d*/,
    barcode: /ean|barcode|upc|serial( number)?/,
    sku: /sku/,
    id: /id|ids|sid|uid|oid|key|ref|reference/,
    nationalId: /(cedula|cnpj|cpf|curp|dni|nic|nif|rut|ssn)( (number|no))?/,
    plate: /(license|licence)( (plate|number|no))?|plate( (number|no))?/,
    roomNumber: /room (number|no)/,
    number: /identification|number|no|pid/,
    version: /version/,
    revision: /revision|rev/,
    partNumber: /ipn|mpn|(part|model|catalog|lot|batch) (number|no|code)|batch|lot/,
    measure: /weight|mass|volume|area|distance|depth|thickness|diameter|radius/,
    extent: /width|height|length/,
    percent: /percent|percentage|pct|progress/,
    rating: /rating|score/,
    quantity: /quantity|qty|count/,
    age: /age/,
    year: /year/,
    cron: /cron( (schedule|expression|string))?/,
    userAgent: /user agent/,
    clock: /(clock|opens?|opening|closes?|closing) (at|time)|^hour/,
    mimeType: /content type|mime ?type|media type/,
    date: /date|day|birthday|dob|\w+(ed|able|s) on|(best|deliver|pay|respond|sell|ship|use) by|best before|^date (of )?\w+/,
    dateTime:
      /at|timestamp|time|date ?time|created|updated|modified|start|end|when|heartbeat|last (active|login|run|seen|used)|^(deleted|archived|completed|cancell?ed|published|downloaded|expires)/,
    rel: /^rel/,
    noun: /^object/,
    cursor: /cursor/,
    statusText: /(status|state) text/,
    subject: /subject|headline|heading|caption/,
    replyMessage: /^reply message/,
    prose:
      /sentence|description|summary|bio|body|content|text|comment|message|note|notes|about|details?|reason|abstract|remarks?|comments|messages?|errors?|help|hint|question|answer|feedback|instructions?|explanation|justification|overview|synopsis|introduction|memo|disclaimer|excerpt|about me|(additional|extra|further|other) info(rmation)?|(return|refund|shipping|payment|cancellation|privacy|booking) policy|terms (and )?conditions/,
    html: /html/,
    passcode: /passcode|pin( code)?|otp/,
    json: /attributes|metadata|json|kwargs|headers|payload|config(uration)?/,
    industry: /industry/,
    frequency: /frequency|periodicity|recurrence|period|(billing|payment) (cycle|interval)/,
    weekday: /week ?days?|days? of (the )?week/,
    paymentMethod: /method of payment|pay(ment)? (method|mode|option)/,
    shippingMethod: /(shipping|delivery) (method|service|option)/,
    httpMethod: /(http|webhook|request) method/,
    browser: /browser|user client/,
    system: /os|operating system/,
    plan: /plan|tier/,
    room: /room/,
    visibility: /visibility|privacy/,
    openingHours: /(opening|business|office) (hours?|times?)/,
    cuisine: /cuisine( type)?s?/,
    duration: /^duration/,
    format: /^((document|export|file|output|report) )?(format|extension)/,
    protocol: /protocol/,
    branch: /(default|git) branch/,
    vin: /vin/,
    fuel: /fuel( type)?/,
    transmission: /(transmission|gearbox)( type)?/,
    symbol: /symbol|ticker/,
    value: /attribute|^value|characteristic|custom data|feature|field|option|property/,
    source: /source/,
    action: /action|events?/,
    line: /line|column|offset|index/,
    emoji: /emoji/,
    pathPattern: /(ur[li]|path|route) pattern/,
    pattern: /pattern|reg ?exp?/,
    theme: /theme/,
    type: /(type|typ|kind|variant)s?/,
    mode: /mode/,
    slugs:
      /app|bucket|channel|cluster|context|driver|environment|executor|group|identifier|identity|job|machine|middleware|module|namespace|operation|operator|package|plugin|pool|prefix|provider|queue|repo|repository|scheme|server|service|worker/,
    status: /status|state/,
    priority: /priority|severity|importance/,
    size: /size/,
    unit: /unit|units/,
    role: /(role|authority|authorities)s?/,
    code: /code/,
  }),
  /** What has a type, by its last words. */
  types: group(last, {
    address: /address/,
    phone: /phone|mobile|telephone|e ?mail|fax/,
    party: /customer|client|party|entity|contact|partner|supplier|organi[sz]ation|company|business|holder/,
    user: /user|member|participant|profile|person/,
    account: /account|wallet/,
    discount: /discount|coupon|promotion|voucher|adjustment|modifier|fee|surcharge|commission|price|rate|charge|rebate/,
    payment: /transaction|payment|transfer|movement/,
    event: /event|activity|action|log|audit|modification|change|history|trigger|notification|webhook/,
    field: /field|attribute|property|parameter|variable|column|data|value|input|setting|option/,
    product: /product|item|goods|sku|listing/,
    picture: /image|photo|picture|thumbnail|avatar|logo|icon/,
    media: /media|medium|content|asset|attachment/,
    file: /file|document|export|output|report|template/,
    message: /message|channel|communication|reminder/,
    delivery: /(shipping|shipment|delivery)( (method|option))?/,
    object: /object|resource|target|subject|owner|\w+able/,
    work: /employment|contract|job|work|position/,
    device: /device|browser/,
    system: /os|operating system/,
    period: /schedule|recurrence|repeat|interval|period|billing|month/,
    credential: /credential|authenticator|auth|authentication|login|secret/,
    vehicle: /vehicle|car/,
    order: /order|sale|invoice|bill/,
    environment: /environment|server|network/,
    absence: /leave|absence/,
  }),
  /** Numbers, by the last words of the object and of the property. */
  measuresInside: group(last, {
    exchangeRate: /(currenc(y|ies)|exchange|fx|conversion)( \w+)? rate/,
    taxRate: /(tax|vat|gst)(es)?( \w+)? (rate|percent\w*|pct)/,
    interestRate: /(interest|loan|mortgage|savings)( \w+)? (rate|apr)/,
    goodsExtent: /(product|variant|package|parcel|box|item|dimensions?) (height|width|length|depth)/,
    extent: /(height|width|length|depth)( in)? (cm|mm|inch(es)?)/,
    pageSize: /(list|pag(e|es|ing|ination|er|inator)) size/,
    groupSize: /(group|party|team|family|household|class) size/,
    lineQuantity: /(line|cart|basket|order|purchase)( \w+)* (quantity|qty)/,
    roomCapacity: /room( \w+)* capacity/,
  }),
  /** Numbers, by the last words of the property. */
  measures: group(last, {
    /** Flags, for services that use numbers for them. */
    flag: /^(is|has|can|not|no|enable|disable|allow|show|hide|use|should|move on)\b.*|^(done|active|enabled|default|disabled|featured|hidden|visible|open|opened|closed|deleted|archived|locked|paid|published|verified)/,
    statusCode: /status code|response status|http (status|code)/,
    expiryYear: /exp(iry|iration)? year/,
    pastYear: /vintage|(published|publication|release|birth|founded|founding) year|year (published|founded)/,
    age: /age/,
    year: /year(?! (to date|level))( \w+){0,2}/,
    pricePer: /(price|rate|cost|fee|rent) (per|a) \w+/,
    runtime: /runtime( (in )?(min|mins|minutes))?/,
    experience: /experience( (in )?years)?|years (of )?\w+/,
    month: /month/,
    dayOfYear: /day of (the )?year|^day number/,
    day: /day/,
    minutes:
      /(duration|length|estimated|session|visit|meeting|lesson|service)( in)? min(ute)?s?|(appointment|class|consultation|lesson|meeting|session|slot|visit) (duration|length)/,
    hour: /hours?/,
    mileage: /(mileage|odometer)( km)?/,
    minute: /minutes?|seconds?/,
    millisecond: /^milliseconds?/,
    rating: /(ratings?|stars|score)( (avg|average))?/,
    temperature: /temp(erature)?( (c|celsius))?/,
    taxRate: /(tax|vat|gst)( \w+)? (rate|percent\w*|pct)/,
    discountRate: /discount (rate|percent\w*|pct)/,
    percent: /(percent|percentage|pct|progress|ratio|popularity|humidity)\b.*/,
    pages: /pages|pages? count|number (of )?pages/,
    quantity: /count|total|number of .*|(quantity|qty)( (?!id$)\w+)?/,
    volumeNumber: /(disc|disk|season|volume|round) ?(number|no|num)/,
    lineNumber: /(line|row|track|episode|chapter|item|lesson|step|sequence) ?(number|no|num)/,
    houseNumber: /(house|street|building|door) ?(number|no|nr|num)/,
    extra: /discount|shipping( (cost|fee|price|amount))?|tip|fine|(tax|vat|gst)(es)?( (amount|value|total))?/,
    minorUnits,
    amount: /amount|price( \w+)?|cost|total|fee|balance/,
    confidence: /confidence|probability|similarity/,
    grade: /grade/,
    phone: /(phone|mobile|telephone|cell)( (number|no))?/,
    salary: /salary|income|revenue|turnover|budget/,
    utcOffset: /(utc|gmt|time ?zone) offset/,
    position: /page|offset|index|position|order/,
    guests: /adults|children|infants|persons|passengers|occupancy|guests|nights|length of stay|beds|bedrooms|bathrooms/,
    precision: /precision|decimals?|decimal (digits|places)/,
    zoom: /zoom( level)?/,
    speed: /speed/,
    milliseconds: /(duration|elapsed|length|position|progress|time)( in)? (ms|millis\w*)/,
    leadTime: /(lead|delivery|preparation|prep|cook(ing)?|processing|response|travel|waiting|wait) time( \w+)?/,
    level: /priority|rank|level|depth|tier|try number|attempts?|retries|tries|revision|repeats|version( number)?/,
    calories: /calories|kcal/,
    nutrients: /(protein|fat|carbs|carbohydrates|sugar|fib(er|re)|sodium|salt)s?/,
    pageSize: /(page|batch) size/,
    bytes: /size|bytes|file ?size/,
    days: /expiry|days?|weeks?|months?/,
    code: /status|state|code|type|kind/,
    stock: /(stock|allocated|consumed|building|capacity|occupied|slots?|credits?|limit|threshold)\b.*/,
    sharesOf: /(discount|attrition|jitter|tax rate|vat)\b.*/,
    port: /port/,
    pixels: /width|height/,
    weight: /(weight|mass)( (kg|lbs?))?/,
    distance: /length|distance|depth|thickness|diameter|radius/,
    floor: /floors?/,
    seat: /(row|seat|bed|table|locker)( (number|no))?/,
    rate: /rate/,
  }),
  /** Numbers of a person. */
  personal: group(last, {
    height: /height( cm)?/,
    weight: /(weight|mass)( kg)?/,
    age: /age/,
  }),
  /** Moments of what takes months. */
  longInstants: group(within, {
    start: /(start|begin|from|since)s?/,
    end: /^(\w+ )?(end|expir\w*|finish|till|to|until)s?/,
  }),
  /** Moments. */
  instants: group(within, {
    birth: /dob|birth\w*|born/,
    founding: /establish\w*|found(ed|ing|ation)|incorporat\w*/,
    hiring: /hiring|hired?/,
    due: /due|deadline|target|(best|deliver|pay|respond|sell|ship|use) by|best before/,
    future: /next|expir\w*|remind\w*|renew\w*/,
    appointment:
      /scheduled|(appointment|booking|class|interview|lesson|meeting|pick ?up|reservation|session|shift|slot|visit)( \w+)* (at|date|date ?time|time)$/,
    deleted: /deleted|removed|archived|revoked|disabled/,
    updated: /modified|updated?|changed|edited|last|synced|seen/,
    finished:
      /finished|completed|closed|departed|depart|dispatch|pay|payment|cancell?ed|resolved|ended|stopped|delivered|d[ei]spatched|shipped|paid|merged|approved|accepted|declined|rejected|read|verified|processed|exited|left|delivery|acknowledg\w*/,
    started: /started|opened|entered|arrived|sent|submitted|published|activated|confirmed/,
    created:
      /creation|created?|inserted|registered|joined|added|placed|issued|recorded|invoice|bill|purchase|order(ed)?/,
    opening: /opening|opens?/,
    closing: /closing|closes?/,
    start: /from|starts?|begins?|begin\w*|since|departure|check in/,
    soon: /(ends?|until|to|finish) (at|(clock )?time|date ?time)$/,
    end: /until|ends?|to|till|finish|arrival|check out/,
  }),
} as const;

export type Meaning<Group extends keyof typeof wordGroups> = (typeof wordGroups)[Group]['lists'][number][0];

const popular =
  /^(num|total|recent|alltime|weekly|monthly)?(download|install|star|stargazer|like|view|visit|play|vote|upvote|follower|subscriber|watcher|favorite|fork|sale)s?(count|cnt|total)?$|^(score|popularity|relevance|rating)$/;

/** The property of which a word means the most first, where no direction can be chosen: `downloads`, and `books` for the `books_count` of a category. */
export const mostFirst = (plain: string, properties: ReadonlyMap<string, string>): string | undefined => {
  const counts = properties.has(plain) ? [] : [`${plain}count`, `${plain}cnt`, `num${plain}`];
  return (popular.test(plain) ? [plain] : counts)
    .map((name) => properties.get(name))
    .find((name) => name !== undefined);
};
