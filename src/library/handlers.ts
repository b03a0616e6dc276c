/** The published types of handlers. */

/**
 * The `operations` of a document, as openapi-typescript generates them. It is the constraint of {@link defineHandlers}.
 */
export type OperationTypes<Operations> = { readonly [Name in keyof Operations]: OperationType };

/** One operation as openapi-typescript generates it. */
export interface OperationType {
  readonly parameters?: unknown;
  readonly requestBody?: unknown;
  readonly responses: unknown;
}

/**
 * Handlers by the names of operations: the operationId, else `GET /things/{id}`. Where several services have an operation of a
 * name, the name of the service precedes it: `shop.getOrder`.
 */
export type Handlers<Operations = AnyOperations> = {
  readonly [Name in keyof Operations]?: Handler<Operations[Name]>;
} & {
  readonly [Name in keyof Operations & string as `${string}.${Name}`]?: Handler<Operations[Name]>;
};

/**
 * Decides the response of an operation. It is synchronous and pure: its result depends on nothing but its argument. If it throws,
 * or returns anything else, the response is a 500, and nothing is changed.
 *
 * @returns The response. Nothing: that of `next()`.
 */
export type Handler<Operation = OperationType> = (context: HandlerContext<Operation>) => HandlerResult<Operation>;

/** The return value of a handler. */
// biome-ignore lint/suspicious/noConfusingVoidType: a function without a return statement returns void
export type HandlerResult<Operation = OperationType> = HandlerResponse<Operation> | NextResponse | undefined | void;

/** The request and the world. Every value is frozen. */
export interface HandlerContext<Operation = OperationType> {
  readonly request: HandlerRequest;
  /** Decoded and checked, without properties that the document does not declare. */
  readonly body: BodyOf<Operation>;
  /** Decoded, with the document's defaults. An int64 beyond the safe integers is a bigint. */
  readonly parameters: ParametersOf<Operation>;
  /** The accepted credential; undefined if the request has none. */
  readonly credential: HandlerCredential | undefined;
  /** The item that the operation is about, as it is before the request; undefined if there is none. */
  readonly item: AnyJson;
  /**
   * The items of a collection, or those below the given parents.
   *
   * @param name The name of the collection, as in scenarios.
   * @param parents The ids of the parents under the names that `$parent` has in scenarios, outermost first.
   * @example const total = collection('lines', { orderId: 7 }).items().length;
   */
  readonly collection: (name: string, parents?: Readonly<Record<string, ItemId>>) => HandlerCollection;
  /** World time in milliseconds since the epoch. */
  readonly now: number;
  /** A random number from 0 up to 1. It depends on the seed of the world, the operation and the number of the call. */
  readonly random: () => number;
  /**
   * Does the work that Vivarium would do without the handler. It can be called once.
   *
   * @param over Changes of the item and of the response. If the request is rejected (409, 501), they are ignored.
   * @returns The response: return it, or use its parts.
   * @example favorite: ({ item, next }) => next({ item: { ...item, favorited: true } })
   */
  readonly next: (over?: HandlerOverride) => NextResponse;
  /**
   * Sends a webhook of the document to its receivers, once the request has taken effect.
   *
   * @param options `item`: the item that it is about, or its id; `url`: one receiver; `body`: in place of its own.
   * @throws Error for a webhook or an item that does not exist.
   * @example send('orderPaid', { item });
   */
  readonly send: (
    name: string,
    options?: { readonly item?: unknown; readonly url?: string; readonly body?: unknown },
  ) => void;
}

export interface HandlerRequest {
  /** In upper case. */
  readonly method: string;
  /** The path as sent, without the world's prefix and the query: `/v1/orders/7`. */
  readonly path: string;
  /** The query as sent, without the `?`. */
  readonly query: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface HandlerCredential {
  /** The name of the security scheme in the document. */
  readonly scheme: string;
  /** The token, the API key, or `user:password`. */
  readonly value: string;
  /** The claims of a token that this server issued; undefined for any other credential. */
  readonly claims?: AnyJson;
}

/** An id of an item, or of a parent: 7 and `'7'` name the same item. */
export type ItemId = string | number | bigint;

/** The items of one kind. Changes are visible to later calls, and are made if the handler succeeds. */
export interface HandlerCollection {
  /** The item with this id; undefined if there is none. A singleton takes no id. */
  readonly get: (id?: ItemId | null) => AnyJson;
  /**
   * The first item whose properties equal the given ones; undefined if there is none.
   *
   * @param part A property that is undefined matches items without it.
   */
  readonly find: (part: object) => AnyJson;
  /** The items in the order of their creation. Default: all. */
  readonly items: (part?: object) => AnyJson[];
  /**
   * Stores an item: it replaces the item of its id. Without an id, it gets a new one. Missing properties are filled in.
   *
   * @returns The stored item.
   * @throws TypeError for a value that the document does not allow.
   */
  readonly put: (item: object) => AnyJson;
  /** Deletes an item and everything below it. Whether it existed. A singleton takes no id. */
  readonly delete: (id?: ItemId | null) => boolean;
}

/** Changes for `next`. */
export interface HandlerOverride {
  /** Properties that are laid over the item; undefined removes one. They are stored if the operation writes, else only shown. */
  readonly item?: object | undefined;
  readonly status?: number | undefined;
  readonly headers?: HandlerHeaders | undefined;
  readonly body?: unknown;
}

/** Header values; a list sets the header several times. */
export type HandlerHeaders = Readonly<Record<string, string | number | readonly string[] | undefined>>;

/** The response of `next`. */
export interface NextResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: AnyJson;
}

/**
 * A response. `status`: 200 to 599; default: the documented success. `body`: JSON; of a file, base64. An error (400 or above) without a
 * body gets the document's error structure.
 */
export type HandlerResponse<Operation = OperationType> = Operation extends { readonly responses: infer Responses }
  ? unknown extends Responses
    ? LooseResponse
    : StatedResponse<Responses> | SuccessResponse<Responses>
  : LooseResponse;

interface LooseResponse {
  readonly status?: number | undefined;
  readonly headers?: HandlerHeaders | undefined;
  readonly body?: unknown;
}

/** A response with a status that the document has. */
type StatedResponse<Responses> = {
  readonly [Status in keyof Responses]: {
    readonly status: StatusOf<Status>;
    readonly headers?: HandlerHeaders | undefined;
  } & (IsError<Status> extends true
    ? { readonly body?: ContentOf<Responses[Status]> | undefined }
    : BodyProperty<ContentOf<Responses[Status]>>);
}[keyof Responses];

/** A response without a status: that of a documented success. */
type SuccessResponse<Responses> = {
  readonly status?: undefined;
  readonly headers?: HandlerHeaders | undefined;
} & BodyProperty<ContentOf<Responses[SuccessOf<Responses>]>>;

/** The documented successes, else the response for any status. */
type SuccessOf<Responses> =
  Extract<`${Extract<keyof Responses, string | number>}`, `2${string}`> extends never
    ? keyof Responses
    : {
        [Status in keyof Responses]: `${Status & (string | number)}` extends `2${string}` ? Status : never;
      }[keyof Responses];

type BodyProperty<Body> = [Body] extends [undefined] ? { readonly body?: undefined } : { readonly body: Body };

/** `4XX` and `default` stand for several statuses. */
type StatusOf<Status> = Status extends number ? Status : number;

type IsError<Status> = `${Status & (string | number)}` extends `4${string}` | `5${string}` | 'default' ? true : false;

/** The value of a body in any of its media types; undefined if no body is documented. */
type ContentOf<Message> = Message extends { readonly content: infer Content } ? Content[keyof Content] : undefined;

type BodyOf<Operation> = Operation extends { readonly requestBody: infer Body }
  ? unknown extends Body
    ? AnyJson
    : ContentOf<Body>
  : Operation extends { readonly requestBody?: infer Body }
    ? unknown extends Body
      ? AnyJson
      : ContentOf<NonNullable<Body>> | undefined
    : undefined;

type ParametersOf<Operation> = Operation extends { readonly parameters: infer Parameters }
  ? unknown extends Parameters
    ? AnyParameters
    : { readonly [Location in keyof AnyParameters]: ParametersAt<Parameters, Location> }
  : AnyParameters;

type ParametersAt<Parameters, Location> = Location extends keyof Parameters
  ? [NonNullable<Parameters[Location]>] extends [never]
    ? NoParameters
    : Readonly<NonNullable<Parameters[Location]>>
  : NoParameters;

type NoParameters = Readonly<Record<string, never>>;

interface AnyParameters {
  readonly path: AnyJson;
  readonly query: AnyJson;
  readonly header: AnyJson;
  readonly cookie: AnyJson;
}

type AnyOperations = Readonly<Record<string, OperationType>>;

/** A JSON value whose type is not known. */
// biome-ignore lint/suspicious/noExplicitAny: without generated types, nothing is known about the values of a document
type AnyJson = any;

/**
 * Checks the types of handlers; at run time it returns its argument. With the `operations` that openapi-typescript generates, the
 * compiler checks the names of operations, parameters, bodies and responses.
 *
 * @example
 * export default defineHandlers<operations>({
 *   favoriteArticle: ({ item, next }) => next({ item: { ...item, favorited: true } }),
 * });
 */
export function defineHandlers(handlers: Handlers): Handlers;
export function defineHandlers<Operations extends OperationTypes<Operations>>(
  handlers: Handlers<Operations>,
): Handlers<Operations>;
/** Returns the function for handlers of these operations: `defineHandlers<operations>()({ ... })`. */
export function defineHandlers<Operations extends OperationTypes<Operations>>(): (
  handlers: Handlers<Operations>,
) => Handlers<Operations>;
export function defineHandlers(handlers?: object): unknown {
  return handlers ?? ((defined: object) => defined);
}
