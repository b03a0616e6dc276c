/** Reads the webhooks of a document, and which changes of items fire them; and the callbacks of its operations. */
import { isJsonType } from '../../../core/http/http.ts';
import { getProperty, isJsonObject, type Json, type JsonObject } from '../../../core/primitives/json.ts';
import { plainName, wordsOf } from '../../../core/primitives/words.ts';
import type { CollectionSpec } from '../../../core/service/collection-facts.ts';
import type { Service } from '../../../core/service/service.ts';
import type { CallbackSpec, WebhookSpec, WebhookTrigger } from '../../../core/service/webhook.ts';
import { entriesAt, type Located } from '../../../openapi/document/source.ts';
import type { Compilation } from '../../../openapi/operations/compilation.ts';
import { mediaTypesOf } from '../../../openapi/operations/media-types.ts';
import { compileContent, compileResponses } from '../../../openapi/operations/responses.ts';
import type { Specs } from '../../../openapi/resources/describe/group.ts';
import { createDescribe } from '../../../openapi/resources/describe/item-schema.ts';
import { wordLists } from '../../words/index.ts';

const methods = ['post', 'put', 'patch', 'delete', 'get'] as const;

const sentBy = (name: string, pathItem: Located, compilation: Compilation) => {
  const { source } = compilation;
  const method = methods.find((one) => isJsonObject(getProperty(pathItem.value, one)));
  const raw = method === undefined ? undefined : getProperty(pathItem.value, method);
  const operation = method === undefined ? undefined : source.resolve(raw as Json, `${pathItem.pointer}/${method}`);
  if (method === undefined || operation === undefined) return undefined;
  const located = source.resolve(getProperty(operation.value, 'requestBody') ?? {}, `${operation.pointer}/requestBody`);
  // The service sends it, as it sends a response: with what is read-only.
  const contents = (located === undefined ? [] : mediaTypesOf(located, source)).map(([mediaType, value, pointer]) =>
    compileContent(mediaType, value, pointer, { located: located as Located, operation }, compilation),
  );
  const body = contents.find(({ content }) => isJsonType(content.mediaType)) ?? contents[0];
  const responses = new Map([...compileResponses(operation, compilation)].map(([status, { spec }]) => [status, spec]));
  return {
    located: operation,
    key: body?.isStructured === true ? body.key : undefined,
    sent: { name, method: method.toUpperCase(), content: body?.content, responses },
  };
};

/** `operations`: those of the document, which may have callbacks. */
export const readSent = (
  groups: Specs,
  operations: readonly { readonly name: string; readonly located: Located }[],
  compilation: Compilation,
): Pick<Service, 'webhooks' | 'callbacks'> => {
  const webhooks = readWebhooks(groups, compilation);
  const callbacks = operations.flatMap(({ name, located }) => readCallbacks(name, located, compilation));
  return { ...(webhooks.length > 0 && { webhooks }), ...(callbacks.length > 0 && { callbacks }) };
};

/** Reads the webhooks of OpenAPI 3.1, and `x-webhooks`, as documents of 3.0 have them. */
const readWebhooks = (groups: Specs, compilation: Compilation): readonly WebhookSpec[] => {
  const { source } = compilation;
  const names = ['webhooks', 'x-webhooks'].filter((name) => isJsonObject(getProperty(source.document, name)));
  const describe = createDescribe(compilation);
  return names.flatMap((property) =>
    entriesAt(getProperty(source.document, property), `/${property}`).flatMap(
      ([name, raw, pointer]): readonly WebhookSpec[] => {
        const pathItem = source.resolve(raw, pointer);
        const read = pathItem && sentBy(name, pathItem, compilation);
        if (read === undefined) return [];
        const { located, key, sent } = read;
        const hint = hintOf(located, groups, compilation);
        const about = key === undefined ? [] : carriersOf(key, groups, describe);
        if (hint !== undefined) {
          const at = about.find(({ spec }) => spec.name === hint.collection)?.at ?? [];
          return [{ ...sent, fires: { ...hint, at }, reason: 'Stated by x-vivarium.' }];
        }
        return [{ ...sent, ...inferred(name, about) }];
      },
    ),
  );
};

type Carrier = { readonly spec: CollectionSpec; readonly at: readonly string[] };

/** The collections whose item the body is, or has in a property. */
const carriersOf = (key: string, groups: Specs, describe: ReturnType<typeof createDescribe>): readonly Carrier[] => {
  const body = describe(key);
  const inner = new Map([...body.properties].toReversed().map((name) => [body.innerOf(name)?.key, name]));
  return [...groups].flatMap(([{ itemSchema }, spec]): readonly Carrier[] => {
    if (itemSchema.properties.size === 0) return [];
    if (body.key === itemSchema.key) return [{ spec, at: [] }];
    const carrying = inner.get(itemSchema.key);
    return carrying === undefined ? [] : [{ spec, at: [carrying] }];
  });
};

const events: Readonly<Record<string, WebhookTrigger['on']>> = {
  ...{ created: 'created', create: 'created', added: 'created', new: 'created' },
  ...{ updated: 'updated', update: 'updated', changed: 'updated', modified: 'updated' },
  ...{ deleted: 'deleted', delete: 'deleted', removed: 'deleted', destroyed: 'deleted' },
};

const inferred = (name: string, about: readonly Carrier[]): Pick<WebhookSpec, 'fires' | 'reason'> => {
  const words = wordsOf(name);
  // `orderPaid` beside `customers`: the collection whose noun the name has.
  const named = about.find(({ spec }) => words.some((word) => spec.localName.toLowerCase().startsWith(word)));
  const carrier = named ?? about[0];
  if (carrier === undefined) return { fires: undefined, reason: 'Its body shows no item of a collection.' };
  const { spec, at } = carrier;
  const shows =
    at.length === 0 ? `Its body is an item of ${spec.name}` : `${at.join('.')} of its body is an item of ${spec.name}`;
  const event = words.map((word) => events[word]).find((one) => one !== undefined);
  if (event !== undefined)
    return {
      fires: { on: event, collection: spec.name, where: undefined, at },
      reason: `${shows}, and its name says ${event}.`,
    };
  for (const property of spec.properties) {
    const values = wordLists.states.has(property) ? (spec.factsOf?.(property)?.values ?? []) : [];
    const value = values.find((one) => typeof one === 'string' && words.includes(plainName(one)));
    if (value !== undefined)
      return {
        fires: { on: 'updated', collection: spec.name, where: { [property]: value }, at },
        reason: `${shows}, and its name says the ${property} ${String(value)}.`,
      };
  }
  return { fires: undefined, reason: `${shows}, but its name says no event.` };
};

const hintOf = (
  { value, pointer }: Located,
  groups: Specs,
  { source }: Compilation,
): Omit<WebhookTrigger, 'at'> | undefined => {
  const raw = getProperty(value, 'x-vivarium');
  if (!isJsonObject(raw)) return undefined;
  const { on, collection, where } = raw as { readonly on?: Json; readonly collection?: Json; readonly where?: Json };
  const isEvent = on === 'created' || on === 'updated' || on === 'deleted';
  const isKnown = [...groups.values()].some(({ name }) => name === collection);
  if (isEvent && isKnown)
    return {
      on,
      collection: collection as string,
      where: isJsonObject(where ?? null) ? (where as JsonObject) : undefined,
    };
  const message = isEvent ? 'collection must name a collection' : 'on must be created, updated or deleted';
  source.report(`${pointer}/x-vivarium`, message, 'VIV_X_VIVARIUM_INVALID');
  return undefined;
};

/** The callbacks of an operation, by its pointer in the document. */
const readCallbacks = (operation: string, located: Located, compilation: Compilation): readonly CallbackSpec[] => {
  const { source } = compilation;
  return entriesAt(getProperty(located.value, 'callbacks'), `${located.pointer}/callbacks`).flatMap(
    ([name, raw, pointer]) => {
      const callback = source.resolve(raw, pointer);
      return entriesAt(callback?.value, callback?.pointer ?? pointer).flatMap(
        ([expression, rawItem, itemPointer]): readonly CallbackSpec[] => {
          const pathItem = expression.startsWith('x-') ? undefined : source.resolve(rawItem, itemPointer);
          const read = pathItem && sentBy(name, pathItem, compilation);
          return read === undefined ? [] : [{ ...read.sent, operation, expression }];
        },
      );
    },
  );
};
