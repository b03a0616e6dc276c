/** The published types of samples. */
export interface SampleOptions {
  /** The same name, seed and options give the same values. Default: that of the start scenario. */
  readonly seed?: number | undefined;
  /** Merged over the value. What depends on it follows, and the whole is checked. */
  readonly with?: object | undefined;
  /** A value at the edge of what the schema allows. */
  readonly extreme?: 'minimal' | 'empty-list' | 'longest' | 'boundary' | undefined;
  /** A schema is meant as a response shows it, or as a request sends it. Default: `response`. */
  readonly for?: 'response' | 'request' | undefined;
  /** The locale of names, places, companies and phone numbers: `pt_BR`. It needs the package `@faker-js/faker`. Default: that of the start scenario. */
  readonly locale?: string | undefined;
}

/** Values of the document, without a world. */
export interface Samples {
  /**
   * A value of a schema, of a response or of the body of a request, as a world would show it.
   *
   * @param name One of `components.schemas`, or an operation with a status or with `request`: `'Order'`, `'listOrders 200'`,
   * `'createOrder request'`.
   * @throws ConfigError if there is nothing of this name, or if the value of `with` breaks its schema.
   * @example
   * const order = vivarium.sample<Order>('Order', { with: { status: 'paid' } });
   */
  readonly sample: <Value = unknown>(name: string, options?: SampleOptions) => Value;
  /** Returns as many values, which differ in their ids and names as far as the schema allows. */
  readonly samples: <Value = unknown>(name: string, count: number, options?: SampleOptions) => readonly Value[];
}
