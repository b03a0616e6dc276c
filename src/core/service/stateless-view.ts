/** The parts of a request and of a response that belong together, for an operation without state. */
import type { Json, JsonPath } from '../primitives/json.ts';

import type { ListView, Paging, PropertyEffect } from './binding.ts';

export interface StatelessView {
  /** Removes what no response shows; undefined: there is nothing. */
  readonly strip?: ((value: Json) => Json) | undefined;
  /** The path to the object of the request body whose properties the response reflects. */
  readonly sent: readonly string[];
  /** The path to the list of objects of the request body that a list in the response reflects; undefined: there is none. */
  readonly sentList: readonly string[] | undefined;
  /** The path to the object of the response body that reflects the request. */
  readonly item: readonly string[];
  readonly parameters: readonly ReflectedParameter[];
  /** The changes that the name of an action states. Counters have no earlier value, so they are not among the effects. */
  readonly effects: readonly PropertyEffect[];
  /** If it is undefined, the response is not a list. */
  readonly list: StatelessList | undefined;
}

/** A path parameter whose value properties take. */
export interface ReflectedParameter {
  /** Its index among the parameters of the operation. */
  readonly parameter: number;
  /** The names of the properties, the most likely first. */
  readonly names: readonly string[];
  /** The index of the parameter that stands before it in properties that join both: the `full_name` of a repository. */
  readonly above?: number;
}

export interface StatelessList {
  /** The path to the items in the body. */
  readonly path: readonly string[];
  /** The parameters that identify what the items belong to. */
  readonly parents: readonly ReflectedParameter[];
  /** If it is undefined, a request cannot select a page. */
  readonly paged:
    | {
        readonly paging: Paging;
        /** The property by which a cursor names an item. */
        readonly idProperty: string;
        readonly view: ListView;
        /** The paths to the properties of the body that the paging refers to, after the parameters of the operation. */
        readonly sent: readonly JsonPath[];
      }
    | undefined;
}
