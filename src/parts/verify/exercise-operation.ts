/**
 * The requests of one operation: valid and invalid ones, without and with a wrong credential, and those over its resource: what was written
 * can be read, lists respect limits and filters, deleted items are gone.
 */
import { isJsonType } from '../../core/http/http.ts';
import {
  equalsJson,
  getProperty,
  isJsonObject,
  type Json,
  type JsonObject,
  setAt,
  setProperty,
  valueAt,
} from '../../core/primitives/json.ts';
import { seedFrom } from '../../core/primitives/seeded-random.ts';
import { cutText } from '../../core/primitives/units.ts';
import type { Binding, Filter, ItemBinding, ListBinding } from '../../core/service/binding.ts';
import type { BodyContent, Operation, Parameter } from '../../core/service/operation.ts';
import {
  type BodyCase,
  invalidBodies,
  invalidParameters,
  maxTriedValues,
  unusualBodies,
  unusualParameters,
  validParameters,
} from './cases.ts';
import {
  differences,
  idOf,
  type KnownItem,
  type KnownItems,
  listedItems,
  sentProperties,
  shownItem,
} from './known-items.ts';
import { type Expectation, type Recorder, type VerifyExchange, validLabel } from './recorder.ts';
import {
  type BodyText,
  buildRequest,
  type Drawing,
  generateBodyValue,
  type RequestParts,
  toBodyText,
  usualContent,
} from './requests.ts';

/** What the exercises of all operations share. */
export interface Exercised {
  /** The operations that may be called. */
  readonly operations: readonly Operation[];
  readonly known: KnownItems;
  readonly drawing: Drawing;
  /** A number that increases, for ids that are new. */
  readonly nextNumber: () => number;
}

/** Whether what an operation does is certain: what is only likely must not lead to a finding. */
const isCertain = (operation: Operation) => operation.confidence !== 'medium';

type BoundTo<Kind> = Operation & { readonly binding: Kind };

export class Exercise {
  readonly #recorder: Recorder;
  readonly #operation: Operation;
  readonly #shared: Exercised;
  readonly #known: KnownItems;
  /** Whether what the operation does over its resource leads to findings. */
  readonly #isChecked: boolean;

  constructor(recorder: Recorder, shared: Exercised) {
    this.#recorder = recorder;
    this.#operation = recorder.operation;
    this.#shared = shared;
    this.#known = shared.known;
    this.#isChecked = recorder.isJudged && isCertain(recorder.operation);
  }

  async run(): Promise<void> {
    const { binding } = this.#operation;
    // Before a valid request deletes the item.
    if (binding?.action === 'delete') await this.checkCredentials();
    const isReached = await this.#sendValid();
    if (!this.#recorder.isJudged) return;
    if (binding?.action !== 'delete') await this.checkCredentials();
    await this.#checkMissingItem();
    if (isReached) await this.#checkBodies();
    await this.#checkParameters();
    if (binding?.action !== 'list' || !this.#isChecked) return;
    await this.#checkLimit(binding);
    await this.checkFilters(binding);
  }

  /** Sends a request without a credential, and one with a wrong one: for an operation whose success the document does not describe. */
  async checkCredentials(): Promise<void> {
    const { security } = this.#operation;
    // An alternative without schemes: a credential is optional.
    if (security.length === 0 || security.some(({ length }) => length === 0)) return;
    const { parts } = this.#prepare();
    await this.#send('without a credential', 'unauthorized', { ...parts, credential: 'none' });
    await this.#send('with a wrong credential', 'unauthorized', { ...parts, credential: 'wrong' });
  }

  /** Sends a request of the operation, or of another one that looks at its effects. */
  #send(
    label: string,
    expectation: Expectation,
    parts: RequestParts,
    operation = this.#operation,
  ): Promise<VerifyExchange> {
    return this.#recorder.call(label, expectation, buildRequest(operation, this.#shared.drawing, parts));
  }

  /** Sends valid requests. Returns whether one was successful. */
  async #sendValid(): Promise<boolean> {
    const first = this.#prepare();
    const isValid = first.body === undefined || first.body.content.check(first.body.value).length === 0;
    if (!isValid) this.#recorder.note('no valid body could be generated');
    const expectation = isValid ? first.expectation : 'no-failure';
    const isReached = await this.#sendOne(validLabel, first, expectation);
    const { binding } = this.#operation;
    if (binding?.action !== 'create' || first.body === undefined) return isReached;
    for (const [label, body] of this.#variants(binding, first.body))
      await this.#sendOne(label, { ...first, parts: { ...first.parts, body: body.text }, body }, expectation);
    return isReached;
  }

  /** Varies a body: only the required properties, and each value of a filter, so that lists have something to filter. */
  #variants(binding: Binding, { content, value }: Body): readonly (readonly [string, Body])[] {
    if (!isJsonObject(value) || !isJsonType(toBodyText(content, value).mediaType)) return [];
    const made = new Map<string, JsonObject>();
    const minimal = Object.keys(value).reduce<JsonObject>((smaller, name) => {
      const { [name]: _removed, ...rest } = smaller;
      return content.check(rest).length === 0 ? rest : smaller;
    }, value);
    made.set('with the required properties', minimal);
    for (const [property, values] of this.#valuesOfFilters(binding.collection.name))
      for (const each of values) {
        const changed: Record<string, Json> = { ...value };
        setProperty(changed, property, each);
        if (content.check(changed).length === 0) made.set(`with ${property} ${String(each)}`, changed);
      }
    return [...made].slice(0, maxTriedValues).map(([label, changed]) => {
      const fresh = this.#withUsableId(content, changed, undefined);
      return [label, { content, value: fresh, text: toBodyText(content, fresh) }];
    });
  }

  #valuesOfFilters(collection: string): ReadonlyMap<string, readonly Json[]> {
    return new Map(
      this.#shared.operations.flatMap(({ binding, parameters }) =>
        binding?.action === 'list' && binding.collection.name === collection
          ? binding.filters.flatMap(({ property, parameter: index }) => {
              const parameter = parameters[index];
              // A list by POST is filtered by its body.
              return parameter === undefined ? [] : [[property, listedValues(parameter) ?? []] as const];
            })
          : [],
      ),
    );
  }

  async #sendOne(label: string, prepared: Prepared, expectation: Expectation): Promise<boolean> {
    const exchange = await this.#send(label, expectation, prepared.parts);
    const isSuccess = exchange.status !== undefined && exchange.status < 300;
    if (isSuccess) await this.#learn(exchange, prepared);
    return isSuccess;
  }

  /** Remembers the items that a successful request shows or changes, and checks that the service stored what was sent. */
  async #learn(exchange: VerifyExchange, { body, item }: Prepared): Promise<void> {
    const { binding } = this.#operation;
    if (binding === undefined) return;
    const { collection, action } = binding;
    const parents = this.#known.parentsFor(collection);
    const remember = (value: JsonObject | undefined, isOwn: boolean): KnownItem | undefined => {
      const id = value && idOf(collection, value);
      if (value === undefined || id === undefined || parents === undefined) return undefined;
      const found = { id, parents, value, isOwn };
      this.#known.add(collection, found);
      return found;
    };
    switch (action) {
      case 'list':
        for (const value of listedItems(binding, exchange.body) ?? []) remember(value, false);
        return;
      case 'create':
        return this.#checkStored(exchange, binding, body, remember(shownItem(binding, exchange.body), true));
      case 'replace':
      case 'update':
        return this.#checkStored(exchange, binding, body, item);
      case 'delete':
        if (item === undefined) return;
        this.#known.remove(collection, item);
        if (this.#isChecked) await this.#checkDeleted(exchange, binding, item);
        return;
      default:
        action satisfies 'read' | 'act';
    }
  }

  /** Reads an item that was created or changed, and looks for it in the list. `body`: of the request. */
  async #checkStored(
    written: VerifyExchange,
    binding: Exclude<Binding, ListBinding>,
    body: Body | undefined,
    item: KnownItem | undefined,
  ): Promise<void> {
    if (item === undefined || !this.#isChecked || binding.collection.kind === 'singleton') return;
    const isJson = body !== undefined && isJsonType(body.text.mediaType);
    const sent = isJson ? sentProperties(binding, body.value) : new Map<string, Json>();
    const label = binding.action === 'create' ? 'created' : 'changed';
    this.#compare(`in the response of the request that ${label} it`, [written], sent);
    const reader = this.#readerOf(binding);
    if (reader !== undefined) {
      const read = await this.#read(`by a client that reads the ${label} item`, reader, item);
      if (read.status === 404 || read.status === 410)
        this.#recorder.find('', `the ${label} item cannot be read`, [written, read]);
      else this.#compare(`when the ${label} item is read`, [written, read], sent);
    }
    await this.#checkListed(written, binding, item, label);
  }

  /** Compares what the last of the exchanges shows with what was sent. */
  #compare(label: string, exchanges: readonly VerifyExchange[], sent: ReadonlyMap<string, Json>): void {
    const { request, status, body } = exchanges.at(-1) as VerifyExchange;
    const { operation } = request;
    const { binding } = operation;
    if (body === undefined || status === undefined || binding === undefined || binding.action === 'list') return;
    const item = shownItem(binding, body);
    if (item === undefined) return;
    for (const difference of differences(sent, { operation, status, body, item }))
      this.#recorder.find(label, difference, exchanges);
  }

  async #checkListed(written: VerifyExchange, { collection }: Binding, item: KnownItem, label: string): Promise<void> {
    const lister = this.#boundTo<ListBinding>(collection.name, ({ action }) => action === 'list');
    if (lister?.parameters.some(({ required, in: where }) => required && where !== 'path') !== false) return;
    const { paging } = lister.binding;
    const most = paging?.size === undefined ? undefined : limitFor(lister, paging.size, 1e15);
    const values = new Map(this.#known.valuesFor(lister));
    for (const [index, parameter] of (lister.binding.parentParameters ?? []).entries())
      if (item.parents[index] !== undefined) values.set(parameter, item.parents[index]);
    if (most !== undefined && paging?.size !== undefined) values.set(paging.size, most);
    const list = await this.#send(`by a client that lists the ${label} item`, 'documented', { values }, lister);
    const items = listedItems(lister.binding, list.body);
    const ids = items?.map((each) => idOf(collection, each));
    // A full page may have a next one.
    const pageSize = most ?? paging?.defaultSize;
    const isWhole = paging === undefined || (typeof pageSize === 'number' && (items?.length ?? 0) < pageSize);
    if (ids === undefined || ids.includes(undefined) || !isWhole) return;
    if (!ids.some((id) => String(id) === String(item.id)))
      this.#recorder.find('', `the ${label} item is not in the list`, [written, list]);
  }

  /** The service must not find the item any more. */
  async #checkDeleted(deleted: VerifyExchange, binding: Binding, item: KnownItem): Promise<void> {
    const reader = this.#readerOf(binding);
    if (reader === undefined) return;
    const read = await this.#read('by a client that reads the deleted item', reader, item);
    if (read.status !== undefined && read.status < 300)
      this.#recorder.find('', 'the deleted item can still be read', [deleted, read]);
  }

  #read(label: string, reader: Operation, item: KnownItem): Promise<VerifyExchange> {
    return this.#send(label, 'success-or-not-found', { values: this.#known.valuesFor(reader, item) }, reader);
  }

  #readerOf({ collection }: Binding): BoundTo<ItemBinding> | undefined {
    return this.#boundTo(
      collection.name,
      (one) => one.action === 'read' && 'key' in one && typeof one.key === 'number',
    );
  }

  #boundTo<Kind extends Binding>(
    collection: string,
    isMeant: (binding: Binding) => boolean,
  ): BoundTo<Kind> | undefined {
    return this.#shared.operations.find((operation): operation is BoundTo<Kind> => {
      const { binding } = operation;
      return binding?.collection.name === collection && isMeant(binding) && isCertain(operation);
    });
  }

  /** A request for an id that no item has. */
  async #checkMissingItem(): Promise<void> {
    const { binding, parameters } = this.#operation;
    if (binding === undefined || !('key' in binding) || typeof binding.key !== 'number' || !this.#isChecked) return;
    if (binding.upsert || binding.collection.kind === 'singleton' || binding.collection.idProperty === undefined)
      return;
    const { key } = binding;
    const { parts } = this.#prepare();
    const ids = [987_654_321, 'vivarium-no-such-item', '00000000-0000-4000-8000-000000000000'];
    const id = ids.find((candidate) => parameters[key]?.check(candidate).length === 0);
    if (id === undefined) return;
    const values = new Map(parts.values).set(key, id);
    await this.#send('for an item that does not exist', 'not-found', { ...parts, values });
  }

  async #checkBodies(): Promise<void> {
    const { parts, body } = this.#prepare();
    if (body === undefined || !isJsonType(body.text.mediaType)) return;
    const { content } = body;
    const sendBody = (label: string, expectation: Expectation, sent: BodyText | undefined) =>
      this.#send(label, expectation, { ...parts, body: sent });
    const sendCase = ({ label, expectation, value }: BodyCase) =>
      sendBody(label, expectation, toBodyText(content, value));
    if (content.check(body.value).length === 0)
      for (const one of invalidBodies(content, body.value)) await sendCase(one);
    await sendBody('with a body that is not JSON', 'rejection', { ...body.text, text: '{"broken": ' });
    if (this.#operation.body?.required === true) await sendBody('without a body', 'rejection', undefined);
    for (const one of unusualBodies(content, body.value)) await sendCase(one);
    const unknown = { mediaType: 'application/vnd.vivarium.unknown', text: 'x' };
    await sendBody('with another media type', 'no-failure', unknown);
  }

  async #checkParameters(): Promise<void> {
    const operation = this.#operation;
    const cases = [
      // Every valid call of a write changes the service.
      ...(operation.method === 'GET' ? validParameters(operation, this.#shared.drawing) : []),
      ...invalidParameters(operation),
      ...unusualParameters(operation),
    ];
    for (const { label, parts, expectation } of cases) {
      const prepared = this.#prepare();
      const values = new Map([...(prepared.parts.values ?? []), ...(parts.values ?? [])]);
      // An item that is not known is not found, whatever the parameter is.
      const isOpen = expectation === 'documented' && prepared.expectation !== 'success';
      await this.#send(label, isOpen ? 'no-failure' : expectation, { ...prepared.parts, ...parts, values });
    }
  }

  /** A list has at most as many items as the client asked for. */
  async #checkLimit(binding: ListBinding): Promise<void> {
    const size = binding.paging?.size;
    const limit = size === undefined ? undefined : limitFor(this.#operation, size, 1);
    if (size === undefined || limit === undefined) return;
    const label = `with ${(this.#operation.parameters[size] as Parameter).name}=${limit}`;
    const [listed, items] = await this.#list(binding, label, 'documented', [size, limit]);
    if (items !== undefined && items.length > limit)
      this.#recorder.find(label, `the list has ${items.length} items`, [listed]);
  }

  /** Every item in a filtered list has the value of the filter. */
  async checkFilters(binding: ListBinding): Promise<void> {
    for (const filter of binding.filters) {
      const parameter = this.#operation.parameters[filter.parameter];
      // A list by POST is filtered by its body.
      if (parameter === undefined || filter.comparison !== 'equals' || filter.child !== undefined) continue;
      for (const value of this.#triedValues(binding, filter, parameter))
        await this.#checkFilter(binding, filter, parameter, value);
    }
  }

  async #checkFilter(binding: ListBinding, filter: Filter, { name }: Parameter, value: Json): Promise<void> {
    const { collection } = binding;
    const { property, parameter } = filter;
    const label = `with ${name}=${cutText(String(value), 40)}`;
    // A value may refer to something else that does not exist, which the service may reject.
    const expectation = strangeValues.includes(value) ? 'no-failure' : 'documented';
    const [listed, items] = await this.#list(binding, label, expectation, [parameter, value]);
    const other = items?.find((item) => !hasValue(item, property, value));
    if (other !== undefined)
      this.#recorder.find(label, `the list has an item with ${property} ${String(getProperty(other, property))}`, [
        listed,
      ]);
    const parents = this.#known.parentsFor(collection) ?? [];
    const expected = this.#known
      .of(collection)
      .find(
        (item) => item.isOwn && equalsJson(item.parents, parents) && isEqual(getProperty(item.value, property), value),
      );
    // A path that filters, too, may name another thing than the item does.
    const isNarrowed = binding.filters.some((one) => this.#operation.parameters[one.parameter]?.in === 'path');
    if (items?.length === 0 && expected !== undefined && !isNarrowed)
      this.#recorder.find(label, `the list is empty, although item ${String(expected.id)} has this value`, [listed]);
  }

  /** Lists with one parameter, and returns the items; undefined if there is no list. */
  async #list(binding: ListBinding, label: string, expectation: Expectation, [index, value]: readonly [number, Json]) {
    const values = new Map(this.#known.valuesFor(this.#operation)).set(index, value);
    const listed = await this.#send(label, expectation, { values });
    return [listed, listedItems(binding, listed.body)] as const;
  }

  #triedValues({ collection }: ListBinding, { property, matchAll }: Filter, parameter: Parameter): readonly Json[] {
    const isUsable = (value: Json) =>
      value !== null &&
      typeof value !== 'object' &&
      !matchAll.has(String(value).toLowerCase()) &&
      parameter.check(value).length === 0;
    const listed = listedValues(parameter);
    if (listed !== undefined) return listed.filter(isUsable).slice(0, maxTriedValues);
    const ofItems = this.#known.of(collection).flatMap(({ value }) => getProperty(value, property) ?? []);
    // All items may have the same value: then only a value that none has shows that the filter is ignored.
    const strange = strangeValues.find((value) => !ofItems.includes(value) && isUsable(value)) ?? [];
    return [...[...new Set(ofItems)].filter(isUsable).slice(0, maxTriedValues), ...[strange].flat()];
  }

  /** A valid request of the operation, about a known item. */
  #prepare(): Prepared {
    const { binding, parameters } = this.#operation;
    const hasItem = binding !== undefined && 'key' in binding;
    const item = hasItem ? this.#known.example(binding.collection) : undefined;
    const values = this.#known.valuesFor(this.#operation, item);
    const body = this.#bodyFor(item);
    const needsItem = parameters.some((parameter, index) => parameter.in === 'path' && !values.has(index));
    const isUnknown = needsItem || (hasItem && item === undefined);
    return {
      parts: { values, body: body?.text },
      body,
      item,
      expectation: `${isPatch(binding, body) ? 'documented' : 'success'}${isUnknown ? '-or-not-found' : ''}`,
    };
  }

  #bodyFor(item: KnownItem | undefined): Body | undefined {
    const { method } = this.#operation;
    const content = bodyless.includes(method) ? undefined : usualContent(this.#operation);
    if (content === undefined) return undefined;
    const { seed, now } = this.#shared.drawing;
    // Other values than those with which the item was created: otherwise a change that is lost would not be noticed.
    const drawn = generateBodyValue(content, { seed: item === undefined ? seed : seedFrom(seed, method), now });
    const value = this.#withUsableId(content, drawn, item);
    return { content, value, text: toBodyText(content, value) };
  }

  /** The id in a body: of a new item, one that is not taken; else that of the item in the path. */
  #withUsableId(content: BodyContent, value: Json, item: KnownItem | undefined): Json {
    const { binding } = this.#operation;
    const idProperty = binding?.collection.idProperty;
    if (binding === undefined || binding.action === 'list' || idProperty === undefined) return value;
    const { path, names } = binding.mapping;
    const [name = idProperty] = [...names].find(([, property]) => property === idProperty) ?? [];
    const sent = valueAt(value, path);
    if (!isJsonObject(sent) || sent[name] === undefined) return value;
    const known = item === undefined ? [] : [item.id];
    const ids = binding.action === 'create' ? newIds(this.#shared.nextNumber()) : known;
    const candidates = ids.map((id) => setAt(value, [...path, name], id));
    return candidates.find((changed) => content.check(changed).length === 0) ?? value;
  }
}

/** A body of which valid and invalid ones are made. */
interface Body {
  readonly content: BodyContent;
  readonly value: Json;
  readonly text: BodyText;
}

interface Prepared {
  readonly parts: RequestParts;
  readonly body: Body | undefined;
  /** The item that the operation is about. */
  readonly item: KnownItem | undefined;
  readonly expectation: Expectation;
}

/** Whether a body is a JSON Patch, whose schema does not describe which operations an item allows. */
const isPatch = (binding: Binding | undefined, body: Body | undefined) =>
  body?.text.mediaType.includes('json-patch') === true ||
  (binding !== undefined && binding.action !== 'list' && binding.mapping.isPatchList);

/** `fetch` sends no body with them. */
const bodyless: readonly string[] = ['GET', 'HEAD'];

/** Far from each other: a service that counts continues after the highest. */
const newIds = (number: number): readonly Json[] => {
  const id = 100_000 + number * 1000;
  return [id, `vivarium-${number}`, String(id)];
};

/** The allowed limit that is nearest to a number; undefined if the parameter is not a number. */
const limitFor = ({ parameters }: Operation, size: number, near: number): number | undefined => {
  const parameter = parameters[size] as Parameter;
  const limit = parameter.clamp(near);
  // Without a maximum, a thousand is enough to see everything.
  const bounded = typeof limit === 'number' ? Math.min(limit, 1000) : undefined;
  return bounded !== undefined && parameter.check(bounded).length === 0 ? bounded : undefined;
};

/** A value of each type that no item has. */
const strangeValues: readonly Json[] = ['vivarium-no-such-value', 987_654_321, '00000000-0000-4000-8000-000000000000'];

/** The values that the document lists, and both of a boolean; undefined if there are any others. */
const listedValues = (parameter: Parameter): readonly Json[] | undefined =>
  parameter.values ?? (isBoolean(parameter) ? [true, false] : undefined);

const isBoolean = ({ check }: Parameter) =>
  [true, false].every((value) => check(value).length === 0) && ['', 0].every((value) => check(value).length > 0);

const hasValue = (item: JsonObject, property: string, value: Json) => {
  const actual = getProperty(item, property);
  // Not shown, or with several values.
  return actual === undefined || (typeof actual === 'object' && actual !== null) || isEqual(actual, value);
};

const isEqual = (actual: Json | undefined, value: Json) =>
  actual !== undefined && String(actual).toLowerCase() === String(value).toLowerCase();
