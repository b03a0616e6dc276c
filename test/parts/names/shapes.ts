/** Objects in which a name decides a value, written `Title: name type, name type`: `$` is the name. */
import type { Meaning, wordGroups } from '../../../src/parts/names/index.ts';

export interface Shape {
  readonly schema: object;
  /** What somebody states of the object. */
  readonly fixed: Readonly<Record<string, string>>;
}

const types: Readonly<Record<string, object>> & { readonly text: object } = {
  text: { type: 'string' },
  maybe: { type: ['string', 'null'] },
  email: { type: 'string', format: 'email' },
  integer: { type: 'integer' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  moment: { type: 'string', format: 'date-time' },
  once: { type: ['string', 'null'], format: 'date-time' },
  point: { type: 'array', items: { type: 'number' }, minItems: 2, maxItems: 2 },
  texts: { type: 'array', items: { type: 'string' }, minItems: 1 },
  any: {},
  second: { type: 'integer', examples: [1_700_000_000] },
  code: { type: 'string', examples: ['AB-cdx'] },
  word: { type: 'string', examples: ['seldom-3'] },
  land: { type: 'string', examples: ['NZ'] },
  choice: { type: 'string', description: 'One of `east`, `west`.' },
  lands: {
    type: 'string',
    enum: ['AT', 'CH', 'DE', 'ES', 'FR', 'GB', 'IE', 'IT', 'JP', 'NL', 'NO', 'NZ', 'PT', 'SE', 'US'],
  },
  money: { type: 'string', enum: ['EUR', 'USD', 'GBP', 'CHF', 'AED', 'ZWL'] },
  sexes: { type: 'string', enum: ['female', 'male'] },
  short: { type: 'string', maxLength: 3 },
};

const typeOf = (text: string, name: string): object => {
  if (text.startsWith('=')) return { type: 'string', enum: [text.slice(1)] };
  if (text.startsWith('[')) return { type: 'array', items: typeOf(text.slice(1, -1), name), minItems: 2 };
  if (text.startsWith('{')) return shapeOf(`: ${text.slice(1, -1).replaceAll(';', ',')}`, name).schema;
  const found = types[text];
  if (found === undefined) throw new Error(`no type ${text}`);
  return found;
};

/** Not required: those with a `?`. */
export const shapeOf = (text: string, name: string): Shape => {
  const [, title = '', all = ''] = /^(.*?): (.*)$/.exec(text.replaceAll('$', name)) ?? [];
  const members = all.split(', ').map((one) => /^(\S+?)(\??) (.+)$/.exec(one)?.slice(1) ?? []);
  const fixed = members.flatMap(([key = '', , type = '']) => (type.startsWith('!') ? [[key, type.slice(1)]] : []));
  return {
    schema: {
      type: 'object',
      ...(title !== '' && { title }),
      required: members.flatMap(([key = '', mark]) => (mark === '?' ? [] : [key])),
      properties: Object.fromEntries(
        members.map(([key = '', , type = '']) => [key, type.startsWith('!') ? types.text : typeOf(type, name)]),
      ),
    },
    fixed: Object.fromEntries(fixed),
  };
};

type Shapes<Group extends keyof typeof wordGroups> = Readonly<Record<Meaning<Group>, string>>;

const line = '{quantity integer; price number; total number}';
const order = 'Order: subtotal number, $ number, total number';
const prices = 'Product: $ number, cost number, sale_price number, price number, list_price number';
const card = 'Card: $ =Mastercard, number text, last4 text';
const ended = 'Thing: status =pending, $ once';

/** Where each list of whole names decides. */
const named: Shapes<'names'> = {
  name: 'Person: $ !Ada Miller, email text',
  identifying: 'Thing: other text, $? text',
  wrapper: 'Customer: $ {name text}',
  placePart: 'Customer: country_name text, $ {country_name text}',
  besideState: 'State: $ text, name text',
  account: 'Thing: $ text, name text',
  neverNull: 'Thing: $ maybe',
  doneTime: 'Thing: $ once',
  rareTime: 'Thing: $ once',
  endTime: ended,
  anyTime: 'Due: $ moment',
  ending: 'Meeting: start moment, $ moment',
  range: 'Opening hours: $ text | Period: $ text | Message: $ text',
  bareNumber: 'Age: $ integer',
  indirect: 'User $: name text',
  preposition: 'Thing: assigned_$ text',
  head: 'Thing: $_nome text',
  shortened: 'Thing: $_nome text',
  between: 'Thing: nome_$_cliente text',
  code: 'Country: $ text | Province: $ text | Currency: $ text',
  ofTokens: 'Token: $ text',
  ownName: 'City: $ text',
  role: 'Thing: first_name text, $ text | Order: buyer_name text, buyer_$ text',
  ownAddress: 'Thing: first_name text, $_email text',
  status: 'Thing: $ =pending, completed_at once',
  stateFlag: 'Thing: status =closed, $ boolean | Thing: status =done, $ boolean',
  advance: 'Thing: status =completed, $ integer',
  due: 'Thing: $ moment, overdue boolean',
  late: 'Thing: due moment, $ boolean',
  expiry: 'Thing: $ moment, expired boolean | Thing: status =completed, $ moment',
  planned: 'Thing: status =completed, $ moment',
  lengthOfTime: 'Thing: start moment, end moment, $ integer',
  quantity: 'Line: $ integer, price number, total number',
  cost: prices,
  salePrice: prices,
  price: prices,
  listPrice: prices,
  unitPrice: 'Line: quantity integer, $ number, total number',
  lineTotal: 'Line: quantity integer, price number, $ number',
  added: order,
  taken: order,
  total: 'Order: subtotal number, tax number, $ number',
  lines: `Order: $ [${line}], total number`,
  subtotal: 'Order: $ number, tax number, total number',
  netTotal: 'Order: $ number, tax number, total number',
  paid: 'Bill: balance number, total number, $ number',
  unpaid: 'Bill: paid number, total number, $ number',
  used: 'Disk: free number, total number, $ number',
  unused: 'Disk: used number, total number, $ number',
  usable: 'Disk: used number, free number, $ number',
  payment: 'Payment: $ number, fee number',
  fee: 'Payment: amount number, $ number, net number',
  netAmount: 'Payment: amount number, fee number, $ number',
  refund: 'Payment: amount number, refunded boolean, $ number',
  counting: 'Thing: $ integer, things texts',
  count: 'Thing: $ integer, users texts',
  pageList: 'Thing: count integer, $ texts',
  averaged: 'Thing: $ number, reviews [{rating integer}]',
  valued: 'Thing: rating number, reviews [{$ integer}]',
  reviews: 'Thing: rating number, $ [{rating integer}]',
  totalQuantity: `Thing: $ integer, lines [${line}]`,
  totalItems: `Thing: $ integer, lines [${line}]`,
  cardBrand: card,
};

/** Where words of the other groups decide, the likeliest first. */
const usual: Readonly<Record<Exclude<keyof typeof wordGroups, 'names'>, readonly string[]>> = {
  things: [
    '$: name text',
    'Thing: $ text',
    'Thing: $_name text',
    '$: status text',
    'Thing: $ text, name text, email text',
  ],
  owners: [
    '$: genre text',
    '$: brand text',
    '$: model text',
    '$: unit text',
    '$: start moment, end moment',
    '$: end moment',
  ],
  texts: [
    'Thing: $ text',
    'Person: $ text',
    'Artist: $ text',
    'Thing: $ text, name text',
    'Thing: $ text, email text',
    'Card: $ text, number text',
    'Car: $ text',
    'Setting: $ text',
    'Thing: app_$ text',
  ],
  types: ['Thing: $_type text', '$: type text'],
  statuses: ['$: status text'],
  measuresInside: ['Thing: $ number', 'Thing: $ integer'],
  measures: ['Thing: $ integer', 'Thing: $ number', 'Thing: $_at integer'],
  personal: ['Person: $ number'],
  instants: ['Thing: $ moment', 'Thing: $_at moment', 'Thing: $_time integer', 'Person: $ text, name text'],
  longInstants: ['Contract: $ moment'],
  progress: [
    'Thing: status =$, paid_at once',
    'Thing: status =$, completed_at once',
    'Thing: status =$, end moment, start moment',
    'Thing: status =$, expires_at moment',
    'Thing: status =$, active boolean',
    'Thing: status =$, amount_paid number, total number',
  ],
  ends: [
    ...['Thing: $ text', 'Thing: $ integer', 'Thing: $ number', 'Thing: $ point', 'Thing: $ any', 'Thing: $ maybe'],
    ...['Thing: $ word', 'Thing: $ code', 'Thing: $ land', 'Thing: $ choice', 'Thing: $ lands', 'Thing: $ money'],
    ...[
      'Thing: $ sexes',
      'Thing: $ short',
      '$: value text',
      '$: from text',
      '$: code text',
      '$: other text',
      '$: body text',
    ],
    ...[
      'User: $ text',
      'User: $ text, name text',
      'Product: $ text',
      'Thing: $ second',
      'Customer: $_name text',
      'Thing: weight_$ integer',
      'Thing: start_$ integer',
      'Comment: $ text',
    ],
  ],
  inside: [
    'Thing: $ boolean',
    'Thing: $_at second',
    'Thing: $ second',
    '$: to text',
    'Thing: $_code code',
    '$: code code',
  ],
};

/** The objects in which a name may decide a value. */
export const shapesFor = (group: keyof typeof wordGroups, meaning: string, text: string): readonly Shape[] => {
  const texts =
    group === 'names' ? ((named as Readonly<Record<string, string>>)[meaning] ?? '').split(' | ') : usual[group];
  const name = text.trim().replaceAll(' ', '_');
  return texts.map((one) => shapeOf(one, /^\$/.test(one) ? text.trim() : name));
};
