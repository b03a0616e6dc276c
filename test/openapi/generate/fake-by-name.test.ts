/** Texts and numbers by the names of properties and objects. */
import { faker } from '@faker-js/faker/locale/en';
import { expect, test } from 'vitest';
import type { JsonObject } from '../../../src/core/primitives/json.ts';
import { categories, sentenceFor, todos } from '../../../src/openapi/generate/vocabulary.ts';
import { documentOf, operationOf, readyService } from '../../core/helpers.ts';
import { named, object } from '../../short-document.ts';

const text: JsonObject = { type: 'string' };
const integer: JsonObject = { type: 'integer' };
const number: JsonObject = { type: 'number' };
const oneOfTodos = new RegExp(`^(${todos.join('|')})$`);
const now = Date.parse('2030-06-01T00:00:00Z');

const itemsOf = async (title: string, properties: JsonObject, usesExamples = false): Promise<readonly JsonObject[]> => {
  const schema = { type: 'object', title, required: Object.keys(properties), properties };
  const service = await readyService(documentOf({ '/': { get: named('get', schema) } }));
  const content = operationOf(service, 'get').success?.response.contents[0];
  return Array.from({ length: 40 }, (_, seed) => content?.generate({ seed, now, usesExamples }) as JsonObject);
};

test.each<[string, string, JsonObject, RegExp]>([
  ['CurrencyDetails', 'code', { ...text, example: 'AUD' }, /^(EUR|USD|GBP|CHF)$/],
  ['Booking', 'roomNumber', text, /^\d{3}$/],
  ['Movie', 'poster', text, /^data:image\/svg\+xml,/],
  ['Product', 'unit', text, /^(pcs|box|set)$/],
  ['Sensor', 'unit', text, /^(kg|m|l)$/],
  ['Expense', 'dept', text, /^[A-Z]/],
  ['TrackingNumbers', 'value', text, /^\d{12}$/],
  ['Order', 'status', text, /^(delivered|processing|shipped)$/],
  ['Invoice', 'status', text, /^(paid|pending)$/],
  ['Server', 'log_level', text, /^(debug|error|info|warn)$/],
  ['Parcel', 'weightUnit', text, /^k?g$/],
  ['Ingredient', 'unit', text, /^(g|ml|tbsp)$/],
  ['Filter', 'field', text, /^(email|name|status|title)$/],
  ['Booking', 'flightNumber', text, /^[A-Z]{2} \d+$/],
  ['User', 'sexual_orientation', text, /orientation$/],
  ['CatalogType', 'type', text, /^(standard|premium|basic|classic|custom)$/],
  ['Contact', 'defaultPhone1', text, /^\+\d+$/],
  ['Contact', 'privateMailAddress', text, /@/],
  ['Contact', 'phoneExt', text, /^\d{3}$/],
  ['Theme', 'numberOfQuestions', text, /^\d{1,2}$/],
  ['Company', 'number_of_employees', text, /^\d{1,2}$/],
  ['Plan', 'nickname', text, /^[A-Z][a-z]+ Plan$/],
  ['Patient', 'domicilio', text, /^\d{1,3} [A-Z][a-z]+ (Avenue|Lane|Road|Street)$/],
  ['Play', 'description', text, /(family|village|teacher|brothers|strangers)/],
  ['GrantedAuthority', 'authority', text, /^(admin|editor|viewer)$/],
  ['Product', 'createdBy', { ...text, example: '6740a9f2a4cdb00fd22b6117' }, /^[0-9a-f]{24}$/],
  ['Product', 'createdBy', { ...text, example: '6f1c2b7e-0d9a-4c1e-8f52-9a1b2c3d4e5f' }, /^[0-9a-f-]{36}$/],
  ['Product', 'nickname', text, /^[A-Z]\w+ [A-Z][\w ]+$/],
  ['Offer', 'deleted', text, /^2030-05-\d\dT/],
  ['Course', 'overview', text, /^[A-Z].*\.$/],
  ['User', 'birthdate', text, /^\d{4}-\d\d-\d\d$/],
  ['Account', 'last_login', text, /^2030-0\d-\d\dT/],
  ['Company', 'netTurnover', text, /^\d+\.\d\d$/],
  ['Book', 'noOfPages', text, /^\d{1,2}$/],
  ['Plan', 'callsPerMonth', text, /^\d{1,2}$/],
  ['Page', 'next', text, /^https:/],
  ['Transfer', 'exchangeRate', text, /^[01]\.\d+$/],
  ['Photo', 'orientation', text, /^(landscape|portrait)$/],
  ['User', 'maritalStatus', text, /^(married|single)$/],
  ['User', 'twitter', text, /^[a-z][a-z.]+$/],
  ['Podcast', 'frequency', text, /^(daily|weekly|monthly)$/],
  ['Order', 'paymentMethod', text, /^(bank transfer|card|cash)$/],
  ['CustomField', 'value', text, /^(Blue|Green|Large|Medium|Small)$/],
  ['Import', 'source', text, /^(api|import|website)$/],
  ['DateRange', 'from', text, /^2030-0[56]-\d\d$/],
  ['ProductImage', 'url', text, /^data:image\/svg\+xml,/],
  ['Photos', 'filename', text, /\.png$/],
  ['Photos', 'mimeType', text, /^image\/png$/],
  ['Photos', 'src', { ...text, format: 'uri' }, /^data:image\/svg\+xml,/],
  ['UserSetting', 'name', text, /^[A-Z][a-z]+ User Setting$/],
  ['PublicBranchDto', 'short_name', text, /^[A-Z][a-z]+ Branch$/],
  ['Job', 'work_queue_name', text, /^[A-Z][a-z]+ Work Queue$/],
  ['Role', 'roleArn', text, /^arn:aws:iam::123456789012:role\/[a-z]+-[a-z]+$/],
  ['Client', 'grantType', text, /^(authorization_code|client_credentials|refresh_token)$/],
  ['Branch', 'WebAddress', text, /^https:/],
  ['Branch', 'Address2', text, /^Apt\. \d+$/],
  ['Branch', 'addressLine3', text, /^(2nd floor|Building C|Rear entrance)$/],
  ['Branch', 'street1', text, /^\d{1,3} [A-Z][a-z]+ (Avenue|Lane|Road|Street)$/],
  ['Parcel', 'AIRNumber', text, /^\d{6}$/],
  ['Parcel', 'OID', text, /^[a-z0-9]{12}$/],
  ['Parcel', 'status_text', text, /^(Active|Pending)$/],
  ['Parcel', 'ship_by', text, /^2030-0[6-9]-\d\d$/],
  ['Task', 'queued_when', text, /^2030-0[56]-\d\dT/],
  ['Task', 'unixname', text, /^[a-z]+\.[a-z]+$/],
  ['ManagementUri', 'api', text, /^https:/],
  ['Theme', 'accent', { ...text, pattern: '^#[0-9a-f]{6}$' }, /^#[0-9a-f]{6}$/],
  ['Task', 'mode', { enum: ['MODE_UNSPECIFIED', 'FAST'] }, /^FAST$/],
  ['Team', 'department', text, /^(Finance|Logistics|Marketing|Operations|Product|Quality|Research|Sales|Support)$/],
  ['Job', 'oneOfMany', text, /^[a-z]+ one many$/],
  ['Project', 'alias', text, /^[a-z]+-project$/],
  ['Product', 'name', text, /^[A-Z]\w+ [A-Z][A-Za-z ]+$/],
  ['DomainDto', 'name', text, /^[a-z]+-[a-z]+\.example\.com$/],
  ['Part', 'picture_file_name', text, /^[a-z]+-[a-z]+\.png$/],
  ['Part', 'plugin', text, /^[a-z]+-[a-z]+$/],
  ['Part', 'revision', text, /^[ABC]$/],
  ['Part', 'MPN', text, /^[A-Z]{2}-\d{5}$/],
  ['Part', 'driver_type', text, /^(standard|premium|basic|classic|custom)$/],
  ['Profile', 'mail', text, /^[a-z.]+@example\.com$/],
  ['Page', 'html', text, /^<p>[A-Z].*\.<\/p>$/],
  ['Usage', 'day', text, /^\d{4}-\d\d-\d\d$/],
  [
    'Broadcast',
    'from',
    { type: 'string', example: 'Acme <me@acme.dev>' },
    /^[A-Z]\w+ [A-Z]\w+ <[a-z.]+@example\.com>$/,
  ],
  ['AuditEntry', 'action', text, /^(created|updated|deleted)$/],
  ['Vehicle', 'make', text, /^(Ford|Honda|Toyota|Volvo)$/],
  ['Play', 'genre', text, /^(Comedy|Documentary|Drama|Thriller)$/],
  ['Seat', 'status', { ...text, description: 'available, reserved, sold' }, /^(available|reserved|sold)$/],
  ['Seat', 'phase', { ...text, description: 'One of: draft, in-review or sent.' }, /^(draft|in-review|sent)$/],
  ['Seat', 'status', { ...text, description: 'open, or anything else' }, /^(active|pending)$/],
  ['Seat', 'status', { ...text, maxLength: 7, description: 'active, pending, suspended' }, /^(active|pending)$/],
  ['TodoItemDTO', 'name', text, oneOfTodos],
  ['TodoItems', 'name', text, oneOfTodos],
  ['DeviceType', 'name', text, /^(Desktop|Mobile|Tablet)$/],
  ['IssueStatus', 'name', text, /^(New|In progress|On hold|Resolved|Closed)$/],
  ['Issue', 'customer', text, /^[\p{L}'.-]+ [\p{L}'.-]+$/u],
  ['Driver', 'license', text, /^[A-Z]{2}-\d{4}$/],
  ['Option', 'isReadonly', text, /^(true|false)$/],
  ['Gallery', 'img_url', text, /^data:image\/svg\+xml,/],
  ['Payment', 'card_number', text, /^(4111111111111111|5555555555554444|378282246310005)$/],
  ['Payment', 'card_type', text, /^(Visa|Mastercard|American Express)$/],
  ['Payment', 'cardholder', text, /^[\p{L}'.-]+ [\p{L}'.-]+$/u],
  ['Card', 'expiry_month', text, /^(0[1-9]|1[0-2])$/],
  ['Card', 'exp_year', text, /^203[1-4]$/],
  ['Card', 'last_four', text, /^\d{4}$/],
  ['Card', 'cvv', text, /^\d{3}$/],
  ['Contact', 'contactNumber', text, /^\+\d+$/],
  ['Price', 'pricing_min', { type: 'string', pattern: '^-?\\d{0,13}(?:\\.\\d{0,6})?$' }, /^\d+\.\d\d$/],
  [
    'Price',
    'link',
    {
      oneOf: [
        { type: 'string', format: 'uri' },
        { type: 'string', maxLength: 0 },
      ],
    },
    /^https:/,
  ],
  ['Book', 'mediaProfile', text, /^[a-z]+ media profile$/],
  ['Price', 'kind', { enum: ['', 'net'] }, /^net$/],
  ['Ticket', 'created_by', { type: 'string', example: '12345' }, /^[1-9]{5}$/],
  ['Owner', 'date_of_birth', text, /^19\d\d-\d\d-\d\d$|^20[01]\d-\d\d-\d\d$/],
  ['User', 'dateJoined', text, /^20(29|30)-\d\d-\d\d$/],
  ['Empresa', 'nome', text, /[A-Z]/],
  ['Usuario', 'nombre', text, /^[\p{L}'.-]+ [\p{L}'.-]+$/u],
  ['Aluno', 'data_nascimento', text, /^\d{4}-\d\d-\d\d$/],
  ['Cliente', 'nomeCompleto', text, /^[\p{L}'.-]+ [\p{L}'.-]+$/u],
  ['Usuarios', 'nome', text, /^[\p{L}'.-]+ [\p{L}'.-]+$/u],
  ['Pedido', 'nome_do_cliente', text, /^[\p{L}'.-]+ [\p{L}'.-]+$/u],
  ['Pedido', 'numeroDocumento', text, /^\d{6}$/],
  ['Pedido', 'correo_electronico', text, /@example\.com$/],
  ['Jogo', 'nomeJogo', text, /^[A-Z][a-z]+ [A-Z][a-z]+$/],
  ['Loja', 'nomeFantasia', text, /[A-Z]/],
  ['Team', 'name', text, /^[A-Z].* (Comets|Rangers|Rovers|Stars|Titans|United)$/],
  ['Car', 'brand', text, /^(Ford|Honda|Toyota|Volvo)$/],
  ['Film', 'classification', { ...text, example: 'PG-13' }, /^PG-13$/],
  ['Schüler', 'Vorname', text, /^[\p{L}'.-]+$/u],
  ['Livro', 'descrição', text, /^[A-Z].* .*\.$/],
  ['Usuario', 'foto', text, /^data:image\/svg\+xml,/],
  ['Swap', 'requester_name', text, /^[\p{L}'.-]+ [\p{L}'.-]+$/u],
  ['Part', 'product_category_name', text, new RegExp(`^(${categories.join('|')})$`)],
  ['Vehicle', 'model', text, /^(Estate|GT|Sport|Touring)$/],
  ['Plugin', 'model', text, /^[a-z]+-[a-z]+$/],
  ['Login', 'ipv4', text, /^192\.0\.2\.\d+$/],
  ['Pedido', 'fechaEntrega', text, /^\d{4}-\d\d-\d\d$/],
  ['Auteur', 'dateNaissance', { ...text, format: 'date' }, /^(19|200|201)/],
  ['Supplier', 'contact_tel', text, /^\+\d+$/],
  ['Friend', 'apply_msg', text, /^[A-Z].* .*[.!?]$/],
  ['Break', 'break_start', text, /^\d{4}-\d\d-\d\dT/],
  ['Clase', 'hora_inicio', text, /^\d{4}-\d\d-\d\dT/],
  ['Viaje', 'origen', text, /^[A-Z][a-z]+$/],
  ['Trip', 'destination', text, /^[A-Z]/],
  ['Conductor', 'nombre', text, /^[\p{L}'.-]+ [\p{L}'.-]+$/u],
  ['Evento', 'titulo', text, /^(Annual Conference|Customer Day|Open House|Summer Party|Training Day|Winter Concert)$/],
  ['Ingrediente', 'nombre', text, /^(?!.*Ingrediente)[A-Z]/],
  ['TimeSlot', 'duration', text, /^\d+ (minutes|hours)$/],
  ['Filme', 'genero', text, /^(Comedy|Documentary|Drama|Thriller)$/],
  ['Aluno', 'genero', text, /^(fe)?male$/],
  ['Movie', 'genre', text, /^(Comedy|Documentary|Drama|Thriller)$/],
  ['Profissional', 'especialidade', text, /^[A-Z][a-z]+y|Pediatrics$/],
  ['Profissional', 'nome', text, /^[\p{L}'.-]+ [\p{L}'.-]+$/u],
])('%s.%s', async (title, name, schema, pattern) => {
  for (const item of await itemsOf(title, { [name]: schema })) expect(item[name]).toMatch(pattern);
});

test.each<[string, JsonObject, number, number]>([
  ['done', integer, 0, 1],
  ['green', integer, 0, 255],
  ['debt', { ...number, description: 'Number of unreturned containers' }, 1, 40],
  ['yearFrom', integer, 1995, 2025],
  ['publishedYear', integer, 1990, 2024],
  ['anoLancamento', integer, 1995, 2025],
  ['pages', integer, 80, 600],
  ['is_open', integer, 0, 1],
  ['rating', { type: 'number', minimum: 0, maximum: 5, multipleOf: 1 }, 1, 5],
  ['not_checked', integer, 0, 1],
  ['priority', integer, 1, 5],
  ['subcategories', integer, 1, 40],
  ['in_stock', number, 1, 100],
  ['calories', number, 50, 900],
  ['maxPlayers', number, 1, 40],
  ['last_http_status', integer, 200, 200],
  ['mobile_phone', integer, 600_000_000, 799_999_999],
  ['year_level', integer, 1, 5],
  ['grade', integer, 1, 10],
  ['last_used_at', number, now / 1000 - 40 * 86_400, now / 1000],
])('%s is a whole number of its range', async (name, schema, low, high) => {
  for (const item of await itemsOf('Thing', { [name]: schema })) {
    expect(Number.isInteger(item[name])).toBe(true);
    expect(item[name]).toBeGreaterThanOrEqual(low);
    expect(item[name]).toBeLessThanOrEqual(high);
  }
});

test.each<[string, string, number, number]>([
  ['Invoice', 'exchange_rate', 0.5, 1.5],
  ['Room', 'pricePerMonth', 40, 400],
  ['Currency', 'rate', 0.5, 1.5],
  ['TaxRate', 'rate', 5, 25],
  ['Line', 'vat_percentage', 5, 25],
  ['Line', 'tax_value', 0, 20],
  ['Paging', 'size', 10, 50],
  ['AgeLimits', 'min', 1, 15],
  ['RoomOccupancy', 'max', 1, 6],
  ['Recipe', 'cook_time', 1, 60],
  ['Parcel', 'weightKg', 1, 30],
  ['LengthOfStay', 'max', 1, 6],
  ['Track', 'duration_ms', 1000, 300_000],
  ['Map', 'zoom', 3, 18],
])('a number of %s.%s is likely', async (title, name, low, high) => {
  for (const schema of [integer, number])
    for (const item of await itemsOf(title, { [name]: schema })) {
      expect(item[name]).toBeGreaterThanOrEqual(schema === integer ? Math.floor(low) : low);
      expect(item[name]).toBeLessThanOrEqual(Math.ceil(high));
    }
});

test.each<[string, JsonObject, RegExp]>([
  [
    'Currency',
    { code: text, name: text, symbol: text },
    /^(EUR Euro €|USD US Dollar \$|GBP Pound Sterling £|CHF Swiss Franc CHF)$/,
  ],
  ['Language', { code: text, name: text }, /^(en English|de German|fr French|es Spanish)$/],
  ['HomePhone', { value: text, type: text }, /^\+\d+ (home|mobile|work)$/],
  ['CreatedAt', { value: text }, /^2030-05-\d\dT[\d:]+Z$/],
  ['Appointment', { object: text }, /^appointment$/],
  ['Device', { ipAddress: text }, /^192\.0\.2\.\d+$/],
  [
    'Artist',
    { email: text, genres: { type: 'array', items: text, minItems: 1, maxItems: 1 } },
    /@.* (Comedy|Documentary|Drama|Thriller)$/,
  ],
  ['Location', { email: text, name: text }, /@.* [A-Z]\w+ Office$/],
])('%s of %j say the same', async (title, properties, pattern) => {
  for (const item of await itemsOf(title, properties)) expect(Object.values(item).join(' ')).toMatch(pattern);
});

test.each<[string, string, RegExp]>([
  ['code', 'The ISO 4217 currency code', /^(EUR|USD|GBP|CHF)$/],
  ['market', 'Two-letter country code of the market.', /^[A-Z]{2}$/],
  ['country', 'The country (ISO 3166-1 alpha-3).', /^[A-Z]{3}$/],
  ['ships_to', 'In E.164 format', /^\+\d{8,}$/],
  ['accent', 'The hex color of the button', /^#[0-9a-f]{6}$/i],
  ['valid_until', 'When it ends (RFC 3339)', /^2030-0[56]-\d\dT/],
  ['phone', 'Without the country code', /^\+\d{8,}$/],
  ['phase', 'The phase. Can be: `draft` or `sent`.', /^(draft|sent)$/],
  ['phase', 'Possible values are NEW, IN_REVIEW and DONE.', /^(NEW|IN_REVIEW|DONE)$/],
  ['finish', 'The finish, e.g. "Sunburst".', /^Sunburst$/],
  ['voucher', 'A voucher (e.g. SUMMER-42)', /^SUMMER-\d\d$/],
  ['folder', 'Either `folder` or `parent` is required.', /^\/[a-z]+\/[a-z]+$/],
  ['item_id', 'Can be `a` or `b`.', /^[a-z0-9]{12}$/],
])('%s, described as %j, is what the description says', async (name, description, pattern) => {
  for (const item of await itemsOf('Thing', { [name]: { ...text, description } })) expect(item[name]).toMatch(pattern);
});

test.each([
  ['net_amount', 'vat_amount', 'gross_amount'],
  ['totalNet', 'totalVAT', 'total'],
  ['NetPrice', 'TaxPrice', 'GrossPrice'],
])('%s and %s make %s', async (net, tax, gross) => {
  for (const item of await itemsOf('Invoice', { [gross]: number, [net]: number, [tax]: number })) {
    expect(item[tax]).toBeGreaterThan(0);
    expect(item[gross]).toBeCloseTo((item[net] as number) + (item[tax] as number), 1);
  }
});

test('an amount is not taxed where its tax has no room', async () => {
  const properties = { gross: number, net: number, vat: { ...number, maximum: 0.001 } };
  for (const { gross, net } of await itemsOf('Invoice', properties))
    expect(gross).not.toBeCloseTo(1.2 * Number(net), 1);
});

test.each<[string, JsonObject, number]>([
  ['valid_to', { ...integer, example: 1_580_407_664_000 }, 1],
  ['valid_to', { ...integer, example: 1_580_407_664 }, 1000],
  ['created', { ...integer, format: 'int32' }, 1000],
])('%s as %j is a time', async (name, schema, unit) => {
  for (const item of await itemsOf('Thing', { [name]: schema }))
    expect(Math.abs((item[name] as number) * unit - now)).toBeLessThan(40 * 86_400_000);
});

test('the gender, the salutation and the first name of somebody agree', async () => {
  const properties = { first_name: text, gender: text, salutation: text, sex: { ...text, enum: ['OTHER', 'F', 'M'] } };
  const people = await itemsOf('Person', properties);
  expect(new Set(people.map((one) => `${one.gender} ${one.salutation} ${one.sex}`))).toEqual(
    new Set(['female Ms F', 'male Mr M']),
  );
  const { female = [], male = [], generic = [] } = faker.definitions.person.first_name as Record<string, string[]>;
  const isOnlyOf = (own: readonly string[], other: readonly string[], name: string): boolean =>
    own.includes(name) && !other.includes(name) && !generic.includes(name);
  for (const { first_name: name, gender } of people)
    expect(gender === 'male' ? isOnlyOf(female, male, String(name)) : isOnlyOf(male, female, String(name))).toBe(false);
});

test.each(['any', 'string', 'firstName'])(
  'an example is shown, but not %s, as tools write it for each',
  async (example) => {
    const properties = { firstName: { ...text, example }, school: { ...text, example: 'Anywhere' } };
    const shown = await itemsOf('Student', properties, true);
    expect(shown.map(({ school }) => school)).toContain('Anywhere');
    expect(shown.map(({ firstName }) => firstName)).not.toContain(example);
  },
);

test('without a type, numbers and flags have one by their names', async () => {
  const untyped = { example: 'any' };
  const properties = { price: untyped, max_guests: untyped, isAdmin: untyped, location: untyped, customer_id: untyped };
  for (const item of await itemsOf('Stay', properties)) {
    expect(Object.values(item).map((value) => typeof value)).toEqual([
      'number',
      'number',
      'boolean',
      'string',
      'string',
    ]);
    expect(Number.isInteger(item.max_guests)).toBe(true);
  }
});

test.each([
  ['UserResponseDto', /^[A-Z][\w']+ [A-Z][\w'-]+$/],
  ['ApiResponseOfProject', /^[A-Z][a-z]+ Project$/],
  ['GetProjectResponse', /^[A-Z][a-z]+ Project$/],
  ['PaginatedProjectList', /^[A-Z][a-z]+ Project$/],
  ['ProjectEnvelope', /^[A-Z][a-z]+ Project$/],
  ['ProjectPublicWithMembers', /^[A-Z][a-z]+ Project$/],
  ['ProjectRespVO', /^[A-Z][a-z]+ Project$/],
])('an item of the schema %s is not named after it', async (title, pattern) => {
  for (const { name } of await itemsOf(title, { name: text })) expect(name).toMatch(pattern);
});

test.each(['attributes', 'data', 'node', 'metadata'])(
  'what is in %s is named as what is around it',
  async (wrapper) => {
    const inner = { type: 'object', required: ['title'], properties: { title: text } };
    for (const item of await itemsOf('Project', { [wrapper]: inner }))
      expect((item[wrapper] as JsonObject).title).toMatch(/^[A-Z][a-z]+ Project$/);
  },
);

test('few users are administrators', async () => {
  const users = await itemsOf('User', { isAdmin: { type: 'boolean' } });
  expect(users.filter(({ isAdmin }) => isAdmin).length).toBeLessThan(users.length / 4);
});

test.each([
  { success: { type: 'boolean' }, message: text },
  { status: text, message: text, data: { type: 'array' } },
])('the message of an answer says that all is well: %j', async (properties) => {
  for (const { message } of await itemsOf('', properties)) expect(message).toMatch(/^(OK|Success)$/);
  for (const { message } of await itemsOf('Chat', { message: text })) expect(message).toMatch(/ /);
});

test('a state beside a city is a part of a country, and that of a task is not', async () => {
  for (const { city, state } of await itemsOf('Address', { city: text, state: text })) {
    expect(state).toMatch(/^[A-Z]/);
    expect(typeof city).toBe('string');
  }
  for (const { state } of await itemsOf('Task', { name: text, state: text }))
    expect(state).toMatch(/^(closed|in progress|open)$/);
});

test.each<[string, JsonObject, number]>([
  ['roomWidth', { type: 'number', maximum: 25 }, 25],
  ['durationMinutes', integer, 120],
  ['runtime', integer, 180],
  ['temperatureC', integer, 30],
  ['delivery_rate', number, 100],
  ['quality_rating_avg', number, 5],
  ['ratings', {}, 5],
  ['years_of_experience', integer, 30],
  ['guests', integer, 6],
  ['protein', number, 60],
  ['coordinates', number, 80],
])('%s is within its usual range', async (name, schema, high) => {
  for (const item of await itemsOf('Thing', { [name]: schema })) {
    expect(item[name]).toBeGreaterThanOrEqual(name === 'coordinates' ? -80 : name === 'temperatureC' ? -5 : 0);
    expect(item[name]).toBeLessThanOrEqual(high);
  }
});

test.each([
  ['start_time', 'end_time'],
  ['openingTime', 'closingTime'],
])('%s is before %s', async (first, last) => {
  const time: JsonObject = { type: 'string', format: 'time' };
  for (const item of await itemsOf('Shift', { [first]: time, [last]: time }))
    expect(String(item[first]) <= String(item[last])).toBe(true);
});

test.each<[string, string, JsonObject, string, JsonObject]>([
  ['a minimum', 'min_price', number, 'max_price', number],
  ['an average', 'averageSpeed', number, 'maxSpeed', number],
  ['a price without taxes', 'price_excl_vat', number, 'price_incl_vat', number],
  ['a minimum in a text', 'pricing_min', text, 'pricing_max', text],
  ['a part', 'completed_tasks', integer, 'total_tasks', integer],
  ['what is free', 'available', integer, 'quantity', integer],
  ['a part of what has no own word', 'spent_hours', number, 'total_spent_hours', number],
  ['the number of different ones', 'unique_clicks', integer, 'clicks', integer],
])('%s is not above its limit', async (_, low, lowSchema, high, highSchema) => {
  for (const item of await itemsOf('Thing', { [low]: lowSchema, [high]: highSchema }))
    expect(Number(item[low])).toBeLessThanOrEqual(Number(item[high]));
});

test.each([
  ['quantity', 'unit_price', 'line_total'],
  ['cantidad', 'precio', 'subtotal'],
])('%s times %s is %s, if a schema does not limit it', async (quantity, price, total) => {
  const properties = { [quantity]: integer, [price]: number };
  for (const item of await itemsOf('Line', { ...properties, [total]: { ...number, minimum: 0 } }))
    expect(item[total]).toBeCloseTo((item[quantity] as number) * (item[price] as number), 2);
  for (const item of await itemsOf('Line', { ...properties, [total]: { ...number, maximum: 1 } }))
    expect(item[total]).toBeLessThanOrEqual(1);
  for (const item of await itemsOf('Line', { ...properties, [total]: integer }))
    expect(Number.isInteger(item[total])).toBe(true);
  const refund = { ...number, minimum: -9, maximum: -1 };
  for (const item of await itemsOf('Line', {
    [quantity]: integer,
    [price]: refund,
    [total]: { ...number, minimum: 0 },
  }))
    expect(item[total]).toBeGreaterThanOrEqual(0);
});

test('a clinic with an email address has the name of an organization, and a customer that of a person', async () => {
  const nameOf = async (title: string) => (await itemsOf(title, { name: text, email: text })).map(({ name }) => name);
  const company = expect.stringMatching(/ (& Sons|Foods|Group|Inc|Logistics|Ltd|Partners|Systems|Trading)$/);
  expect(await nameOf('Customer')).not.toContainEqual(company);
  expect(await nameOf('Clinic')).toEqual(Array.from({ length: 40 }, () => company));
});

test('a link of HAL has an address, and seldom anything else', async () => {
  const others = { templated: { type: 'boolean' }, title: text, deprecation: text, hreflang: text };
  const schema = { type: 'object', title: 'Link', properties: { href: text, ...others } };
  const service = await readyService(documentOf({ '/': { get: named('get', schema) } }));
  const content = operationOf(service, 'get').success?.response.contents[0];
  const links = Array.from({ length: 40 }, (_, seed) => content?.generate({ seed, now }) as JsonObject);
  expect(links.filter(({ href }) => href === undefined)).toEqual([]);
  for (const name of Object.keys(others)) expect(links.filter((link) => name in link).length).toBeLessThan(15);
});

test('few accounts are locked', async () => {
  const accounts = await itemsOf('User', { accountNonLocked: { type: 'boolean' } });
  expect(accounts.filter(({ accountNonLocked }) => accountNonLocked === false).length).toBeLessThan(12);
});

test('a flag agrees with its time, and no item is deleted', async () => {
  const time: JsonObject = { type: ['string', 'null'], format: 'date-time' };
  for (const { done, done_at } of await itemsOf('Thing', { done: integer, done_at: time }))
    expect(done).toBe(done_at === null ? 0 : 1);
  const items = await itemsOf('Thing', { is_deleted: { type: 'boolean' }, deleted_at: time });
  for (const { is_deleted, deleted_at } of items) expect([is_deleted, deleted_at]).toEqual([false, null]);
});

test('all amounts of an item have one currency, in the notation of the document, and it is a known one', async () => {
  const money = (values: readonly string[]): JsonObject => object({ currency: { enum: values } }, ['currency']);
  const codes = ['AED', 'XAU', 'CHF', 'EUR', 'GBP', 'USD', 'ZWL'];
  const items = await itemsOf('Invoice', { net: money(codes), tax: money(codes.map((code) => code.toLowerCase())) });
  for (const { net, tax } of items) {
    const { currency } = net as JsonObject;
    expect(['CHF', 'EUR', 'GBP', 'USD']).toContain(currency);
    expect((tax as JsonObject).currency).toBe(String(currency).toLowerCase());
  }
});

test.each<[string, JsonObject, string, RegExp]>([
  ['a thing with a birthday has a given name', { birthday: text }, 'name', /^[\p{L}'-]+$/u],
  ['a person with a birthday has a full name', { birthday: text, email: text }, 'name', / /],
])('%s', async (_, properties, name, pattern) => {
  for (const item of await itemsOf('Resident', { ...properties, name: text })) expect(item[name]).toMatch(pattern);
});

test.each<[string, string, RegExp]>([
  ['Product', 'description', /^(?!.*(Approved|Requested|version)).*\. .*\.$/],
  ['User', 'bio', /^(?!.*(team|review))/],
  ['Comment', 'body', /^(?!.*(approved|version))/i],
  ['Order', 'comment', /^(?!.*(approved|version))/i],
])('what %s.%s says fits it', async (title, name, pattern) => {
  const items = await itemsOf(title, { [name]: text });
  for (const item of items) expect(item[name]).toMatch(pattern);
  expect(new Set(items.map((item) => item[name])).size).toBeGreaterThan(10);
});

test('many texts of one list differ', async () => {
  const [item] = await itemsOf('Thing', { markers: { type: 'array', items: text, minItems: 60, uniqueItems: true } });
  expect(item?.markers).toHaveLength(60);
});

test('a file has the type that its name states', async () => {
  for (const { file_name, content_type } of await itemsOf('Attachment', { file_name: text, content_type: text }))
    expect([file_name, content_type]).toEqual([expect.stringMatching(/\.pdf$/), 'application/pdf']);
});

test('a time of a creation is never null', async () => {
  const time: JsonObject = { type: ['string', 'null'], format: 'date-time' };
  for (const { created, createdAt, date_created } of await itemsOf('Thing', {
    created: time,
    createdAt: time,
    date_created: time,
  }))
    expect([created, createdAt, date_created]).not.toContain(null);
});

test('a name is never null', async () => {
  for (const { name } of await itemsOf('Thing', { name: { type: ['string', 'null'] } })) expect(name).not.toBeNull();
});

test('a user setting has no name of a person, a team member has', async () => {
  const namesOf = async (title: string) => (await itemsOf(title, { name: text })).map(({ name }) => String(name));
  const words = new Set((await namesOf('UserSetting')).flatMap((name) => name.toLowerCase().split(' ')));
  const people = (await namesOf('TeamMemberDto')).flatMap((name) => name.toLowerCase().split(' '));
  expect(people.filter((word) => words.has(word)).length).toBeLessThan(people.length / 4);
});

test.each([])('%s is not above %s', async (low, high) => {
  for (const item of await itemsOf('Item', { [low]: integer, [high]: integer }))
    expect(item[low]).toBeLessThanOrEqual(item[high] as number);
});

test('what is beside a name tells what it means', async () => {
  const properties = { first_name: text, city: text, title: text, subject: text, from: text };
  for (const { title, from } of await itemsOf('Letter', properties)) {
    expect(title).toMatch(/^(Mr|Ms|Dr)$/);
    expect(from).toMatch(/^[a-z.]+@example\.com$/);
  }
  for (const { name, short_name } of await itemsOf('State', { name: text, short_name: text }))
    expect([name, short_name]).not.toContainEqual(expect.stringMatching(/^(New|In progress|On hold|Resolved|Closed)$/));
});

test('the number and the last digits of a payment card follow its brand', async () => {
  const numbers = { Visa: '4111111111111111', Mastercard: '5555555555554444', 'American Express': '378282246310005' };
  const seen = new Set<unknown>();
  for (const { brand, number, last4 } of await itemsOf('PaymentMethod', { brand: text, number: text, last4: text })) {
    expect(number).toBe(numbers[brand as keyof typeof numbers]);
    expect(last4).toBe(String(number).slice(-4));
    seen.add(brand);
  }
  expect(seen.size).toBe(3);
});

test('lines make the subtotal, and this with taxes, shipping and discount the total', async () => {
  const line = object({ quantity: integer, unit_price: number }, ['quantity', 'unit_price']);
  const lines: JsonObject = { type: 'array', minItems: 2, items: line };
  const amounts = { subtotal: number, tax: number, shipping_cost: number, discount: number, total: number };
  const sumOf = (list: unknown): number =>
    (list as readonly Record<string, number>[]).reduce(
      (sum, { quantity = 0, unit_price = 0 }) => sum + quantity * unit_price,
      0,
    );
  for (const item of await itemsOf('Order', { items: lines, ...amounts })) {
    const { subtotal, tax, shipping_cost, discount, total } = item as unknown as Record<string, number>;
    expect(subtotal).toBeCloseTo(sumOf(item.items), 2);
    expect(Number(tax) / Number(subtotal)).toBeCloseTo(0.2, 2);
    expect(total).toBeCloseTo(Number(subtotal) + Number(tax) + Number(shipping_cost) - Number(discount), 2);
  }
  for (const { items, tax, total } of await itemsOf('Order', { items: lines, tax: number, total: number }))
    expect(total).toBeCloseTo(sumOf(items) + Number(tax), 2);
  for (const { total } of await itemsOf('Order', { items: lines, total: { ...number, maximum: 5 } }))
    expect(total).toBeLessThanOrEqual(5);
});

test('a run has started and ended before now, an event need not, and a due date is to come', async () => {
  const time = { ...text, format: 'date-time' };
  const times = { created_at: time, printed_at: time, start_time: time, end_time: time, target_date: time };
  const [runs, events] = [await itemsOf('FlowRun', times), await itemsOf('Event', times)];
  for (const { created_at, printed_at, start_time, end_time, target_date } of runs) {
    const order = [created_at, start_time, end_time].map(String);
    expect(order).toEqual(order.toSorted());
    expect(Date.parse(end_time as string)).toBeLessThanOrEqual(now);
    expect(String(printed_at) >= String(created_at)).toBe(true);
    expect(Date.parse(target_date as string)).toBeGreaterThan(now);
  }
  expect(events.some(({ end_time }) => Date.parse(end_time as string) > now)).toBe(true);
});

test('no sentence has a wrong article', () => {
  let state = 0;
  const random = (): number => {
    state = (state * 16_807 + 11) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const sentences = Array.from({ length: 2000 }, () => sentenceFor({ random }));
  expect(sentences.filter((one) => /\ba (?=[aeiou]|honest)|\ban (?![aeiou]|honest)/i.test(one))).toEqual([]);
});

test('nothing is used more often than it may be, or read before it is created', async () => {
  const time = { ...text, format: 'date-time' };
  const items = await itemsOf('Invite', { uses: integer, max_uses: integer, created_at: time, read_at: time });
  expect(items.filter(({ uses, max_uses }) => Number(uses) > Number(max_uses))).toEqual([]);
  expect(items.filter(({ created_at, read_at }) => String(created_at) > String(read_at))).toEqual([]);
});

test.each<[string, JsonObject, RegExp]>([
  ['rating', { type: 'number', example: 92 }, /^(4[6-9]|[5-9]\d|100)$/],
  ['rating', { type: 'number', example: 7.6 }, /^([4-9](\.\d)?|3\.[89]|10)$/],
  ['rating', { type: 'number', example: 4 }, /^[1-5]$/],
  ['price', { type: 'number', example: 2500 }, /^(1[2-9]|2\d|3[0-7])\d\d$/],
  ['price', { type: 'number', example: 19.9 }, /^\d{1,3}(\.\d)?$/],
  ['depth', { type: 'number', example: -300 }, /^-(1[5-9]|[2-3]\d|4[0-5])\d(\.\d+)?$/],
  ['rating', { type: 'number', example: 92, maximum: 5 }, /^[1-5]$/],
])('a number %s with %j is of the size and the digits of its example', async (name, schema, pattern) => {
  for (const item of await itemsOf('Film', { [name]: schema })) expect(String(item[name])).toMatch(pattern);
});

test('an age agrees with the birth, the end of a lesson follows within hours, and what was founded is older', async () => {
  const time = { type: 'string', format: 'date-time' };
  const items = await itemsOf('Lesson', { age: integer, dob: text, startTime: time, endTime: time, foundedOn: text });
  for (const { age, dob, startTime, endTime, foundedOn } of items) {
    const years = (now - Date.parse(dob as string)) / (365.25 * 86_400_000);
    expect(age).toBe(Math.floor(years));
    const hours = (Date.parse(endTime as string) - Date.parse(startTime as string)) / 3_600_000;
    expect(hours).toBeGreaterThanOrEqual(0.5);
    expect(hours).toBeLessThanOrEqual(2);
    expect((foundedOn as string) < '2029').toBe(true);
  }
});

test('the end is as long after the start as the duration says, and a line costs its price times its quantity', async () => {
  const time = { type: 'string', format: 'date-time' };
  const date = { type: 'string', format: 'date' };
  for (const item of await itemsOf('Visit', { startTime: time, endTime: time, durationMinutes: integer })) {
    const { startTime, endTime, durationMinutes } = item;
    const ms = Date.parse(endTime as string) - Date.parse(startTime as string);
    expect(ms).toBe(Number(durationMinutes) * 60_000);
  }
  for (const { check_in, check_out, nights } of await itemsOf('Stay', {
    check_in: date,
    check_out: date,
    nights: integer,
  }))
    expect(Date.parse(check_out as string) - Date.parse(check_in as string)).toBe(Number(nights) * 86_400_000);
  for (const { quantity, unitPrice, amount } of await itemsOf('Line', {
    quantity: integer,
    unitPrice: number,
    amount: number,
  }))
    expect(amount).toBeCloseTo(Number(quantity) * Number(unitPrice), 2);
});

test.each<[string, JsonObject, JsonObject, RegExp]>([
  ['beyond the calendar', { ...text, format: 'date' }, { ...integer, minimum: 1e12 }, /^\d{4}-\d\d-\d\d$/],
  ['beyond the year 9999', { ...text, format: 'date' }, { ...integer, minimum: 4e6 }, /^\d{4}-\d\d-\d\d$/],
  ['of months', { ...text, pattern: '^20\\d\\d-0[1-9]$' }, integer, /^20\d\d-0[1-9]$/],
])('an end %s stays as its schema draws it', async (_which, schema, days, pattern) => {
  for (const { end } of await itemsOf('Stay', { start: schema, end: schema, days })) expect(end).toMatch(pattern);
});

test('a list of words has none of them twice, and no more than there are', async () => {
  const roles = { type: 'array', items: text, minItems: 2 };
  for (const { userRoles } of await itemsOf('User', { userRoles: roles })) {
    const found = userRoles as readonly string[];
    expect(new Set(found).size).toBe(found.length);
    expect(found.length).toBeGreaterThan(1);
  }
  const single = { type: 'array', items: { const: 'a' }, minItems: 3 };
  const [item] = await itemsOf('User', { single });
  expect(item?.single).toEqual(['a', 'a', 'a']);
});

test('an id is no word that can be pronounced, a text is', async () => {
  const pattern: JsonObject = { type: 'string', pattern: '^[a-z]{20}$' };
  const items = await itemsOf('Export', { export_id: pattern, mark: pattern });
  const clusters = (name: string): number => items.filter((item) => /[^aeiou]{4}/.test(String(item[name]))).length;
  expect(clusters('export_id')).toBeGreaterThan(30);
  expect(clusters('mark')).toBe(0);
});

test('the parts of a name, and a profile, are those of the person around them', async () => {
  const name = {
    type: 'object',
    required: ['givenName', 'familyName'],
    properties: { givenName: text, familyName: text },
  };
  const profile = { type: 'object', required: ['first_name'], properties: { first_name: text } };
  for (const item of await itemsOf('User', { displayName: text, userName: text, name, profile })) {
    const { displayName, userName } = item as Record<string, string>;
    const { givenName, familyName } = item.name as Record<string, string>;
    expect(displayName).toBe(`${givenName} ${familyName}`);
    expect((item.profile as JsonObject).first_name).toBe(givenName);
    expect(userName).toContain(String(givenName).toLowerCase());
  }
});

test('the last digit of an article number follows from the others', async () => {
  for (const { ean } of await itemsOf('Product', { ean: text })) {
    const sum = [...String(ean)].reduce((all, digit, index) => all + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
    expect([String(ean).length, sum % 10]).toEqual([13, 0]);
  }
});

test('a number whose name says nothing is whole, unless its format or an example is not', async () => {
  const double = { ...number, format: 'double' };
  const properties = {
    semester: number,
    drift: double,
    share: { ...number, minimum: 0, maximum: 1 },
    x: { ...number, example: 0.5 },
  };
  const items = await itemsOf('Thing', { ...properties, latitude: number });
  const isWhole = (name: string): boolean => items.every((item) => Number.isInteger(item[name]));
  expect(['semester', 'drift', 'share', 'x', 'latitude'].map(isWhole)).toEqual([true, false, false, false, false]);
});

test('labels are not the names of what has them', async () => {
  const labels = { type: 'array', items: text, minItems: 1 };
  for (const item of await itemsOf('Ticket', { labels }))
    for (const label of item.labels as readonly string[]) expect(label).toMatch(/^[a-z]+$/);
});

test('the method of a request is that of HTTP, and that of an amount how it is paid', async () => {
  for (const { method } of await itemsOf('Webhook', { url: text, method: text })) expect(method).toBe('POST');
  for (const { method } of await itemsOf('Receipt', { amount: number, method: text }))
    expect(method).toMatch(/^(bank transfer|card|cash)$/);
});
