/** A route of an environment: stubs for its responses, and the data that it shows. */

import { getProperty, isJsonObject, type JsonObject } from '../../../../core/primitives/json.ts';
import { below, type Ledger, type SeenPlace } from '../../recording/ledger.ts';
import type { Seen } from '../../recording/recording.ts';
import { lose } from '../../stubs/inexpressible.ts';
import { Notes } from '../../stubs/notes.ts';
import { inTurn } from '../../stubs/sequences.ts';
import type { Stub, When } from '../../stubs/stub.ts';
import { exactly } from '../../stubs/stub-wildcard.ts';
import { flagAt, listAt, textAt } from '../values.ts';
import { seenCrud, seenData } from './crud.ts';
import { documentedTemplate, expressionsIn, templatesOf, wildcardOf } from './endpoint.ts';
import { responseKeys, routeKeys } from './mockoon-keys.ts';
import { type ReadResponse, type ResponseSource, readRouteResponse } from './mockoon-response.ts';
import { type Conditions, noConditions, readAllRules, readOneRule } from './mockoon-rules.ts';

interface RouteSource extends ResponseSource {
  /** The prefix of the paths of all routes. */
  readonly prefix: string;
  /** The folders of the route, outermost first. */
  readonly tags: readonly string[];
}

export interface ReadRoute {
  readonly stubs: readonly Stub[];
  /** What becomes data. */
  readonly seen: readonly Seen[];
}

const nothing: ReadRoute = { stubs: [], seen: [] };

const key = 'routes[]';
const responseKey = 'routes[].responses[]';

/** Reads a route. `order`: that of the next stub; those with a lower one come first. */
export const readRoute = async (
  route: JsonObject,
  place: SeenPlace,
  source: RouteSource,
  order: () => number,
  ledger: Ledger,
): Promise<ReadRoute> => {
  if (getProperty(route, 'enabled') === false) {
    ledger.leave(key, 'the route is switched off', place);
    return nothing;
  }
  if (textAt(route, 'type') === 'ws') {
    ledger.lose(key, 'a WebSocket, which is not simulated', place);
    return nothing;
  }
  try {
    const templates = templatesOf(source.prefix, textAt(route, 'endpoint') ?? '');
    const at = below(place, 'endpoint');
    ledger.carry(key, place);
    ledger.tally(route, routeKeys, key, place);
    const expressions = expressionsIn(textAt(route, 'endpoint') ?? '');
    if (expressions.length > 0) ledger.widen(`${key}.endpoint`, expressions.join(' '), '*', at);
    else ledger.carry(`${key}.endpoint`, at);
    return await new RouteReader(route, place, { ...source, templates }, order, ledger).read();
  } catch (error) {
    lose(error, ledger, `${key}.endpoint`, below(place, 'endpoint'));
    return nothing;
  }
};

class RouteReader {
  readonly #route: JsonObject;
  readonly #place: SeenPlace;
  readonly #source: RouteSource & { readonly templates: readonly string[] };
  readonly #order: () => number;
  readonly #ledger: Ledger;
  readonly #isCrud: boolean;
  readonly #stubs: Stub[] = [];
  readonly #seen: Seen[] = [];

  constructor(
    route: JsonObject,
    place: SeenPlace,
    source: RouteSource & { readonly templates: readonly string[] },
    order: () => number,
    ledger: Ledger,
  ) {
    this.#route = route;
    this.#place = place;
    this.#source = source;
    this.#order = order;
    this.#ledger = ledger;
    this.#isCrud = textAt(route, 'type') === 'crud';
  }

  async read(): Promise<ReadRoute> {
    const responses = listAt(this.#route, 'responses');
    const mode = modeOf(this.#route);
    const usual = Math.max(
      responses.findIndex((one) => flagAt(one, 'default')),
      0,
    );
    if (mode === 'SEQUENTIAL' || mode === 'RANDOM') {
      const whens =
        mode === 'RANDOM' ? responses.map((_, index) => chanceOf(responses.length - index)) : inTurn(responses.length);
      for (const index of responses.keys()) await this.#readRouteResponse(index, [{ whens: whens[index] }], mode);
    } else {
      for (const [index, response] of responses.entries()) {
        const rules = mode === 'DISABLE_RULES' ? [] : listAt(response, 'rules');
        const isUsual = index === usual && mode !== 'FALLBACK';
        if (isUsual && rules.length === 0) continue;
        if (rules.length > 0) await this.#readRouteResponse(index, undefined, mode);
        else this.#leave(index, whyUnused(mode));
      }
      if (mode !== 'FALLBACK' && usual in responses) await this.#readRouteResponse(usual, [{}], mode);
    }
    return { stubs: this.#stubs, seen: this.#seen };
  }

  /** `alternatives`: its conditions; undefined: those of its rules. */
  async #readRouteResponse(
    index: number,
    alternatives: readonly Partial<Conditions>[] | undefined,
    mode: string | undefined,
  ): Promise<void> {
    const response = listAt(this.#route, 'responses')[index];
    const place = this.#placeOf(index);
    if (!isJsonObject(response)) {
      this.#ledger.lose(responseKey, 'this is not a response', place);
      return;
    }
    try {
      const notes = new Notes(responseKey, place);
      const conditions = alternatives ?? this.#rulesOf(response, notes);
      if (conditions.length === 0) return;
      const read = await readRouteResponse(response, notes, this.#source);
      const isData = this.#showsData(read, conditions);
      if (mode === 'RANDOM' && read.delivery.length > 0) notes.lose('chance decides for each effect alone', 'latency');
      if (alternatives !== undefined && mode !== undefined && listAt(response, 'rules').length > 0)
        notes.leave('the rules of this route are switched off', 'rules');
      const delivery = mode === 'RANDOM' ? [] : read.delivery;
      for (const each of conditions)
        this.#stubs.push(this.#stubOf(response, place, notes, { ...read, delivery }, each, isData));
      if (isData) this.#showData(response, read, notes);
      if (!(isData && this.#isCrud) && getProperty(response, 'crudKey') !== undefined)
        notes.leave('only a CRUD route with a data bucket has it', 'crudKey');
    } catch (error) {
      lose(error, this.#ledger, responseKey, place);
    }
  }

  /** Each is enough. A rule that cannot be expressed is listed, and the others stay. */
  #rulesOf(response: JsonObject, notes: Notes): readonly Conditions[] {
    const rules = listAt(response, 'rules');
    if (textAt(response, 'rulesOperator') === 'AND') return readAllRules(response, notes);
    return rules.flatMap((rule, index) => {
      try {
        return readOneRule(rule, index, notes);
      } catch (error) {
        lose(error, this.#ledger, responseKey, this.#place);
        return [];
      }
    });
  }

  /** Whether the body is a bucket that every request sees. */
  #showsData({ bucket, response }: ReadResponse, [only, ...others]: readonly Partial<Conditions>[]): boolean {
    if (bucket === undefined) return false;
    if (this.#isCrud) return true;
    const isUnconditional = others.length === 0 && Object.keys(only ?? {}).length === 0;
    const [template = '', ...more] = this.#source.templates;
    const isPlain = more.length === 0 && !template.includes('{') && this.#method() === 'GET';
    return isUnconditional && isPlain && response.status >= 200 && response.status < 300;
  }

  #showData(response: JsonObject, { bucket }: ReadResponse, notes: Notes): void {
    const [template = '/'] = this.#source.templates;
    if (bucket?.value === undefined) return;
    const route = {
      bucket,
      value: bucket.value,
      template,
      tags: this.#source.tags,
      title: undefined,
      description: textAt(this.#route, 'documentation') || undefined,
    };
    this.#seen.push(...seenData(route));
    if (!this.#isCrud) return;
    if (getProperty(response, 'crudKey') !== undefined) notes.carry('crudKey');
    this.#seen.push(...seenCrud(route, textAt(response, 'crudKey') ?? 'id'));
  }

  #stubOf(
    response: JsonObject,
    place: SeenPlace,
    notes: Notes,
    { response: answer, delivery }: ReadResponse,
    conditions: Partial<Conditions>,
    isPlayed: boolean,
  ): Stub {
    const { query, headers, body, parameters, path, method, whens, isBroad } = { ...noConditions, ...conditions };
    const values = new Map(parameters.map(({ name, pattern }) => [name, pattern]));
    const { templates } = this.#source;
    const all = this.#isCrud
      ? templates.flatMap((template) => [template, `${template === '/' ? '' : template}/{id}`])
      : templates;
    return {
      key: responseKey,
      place,
      keys: responseKeys,
      notes: notes.list,
      name: textAt(response, 'label') || undefined,
      method: method ?? this.#method(),
      paths: path === undefined ? all.map((template) => wildcardOf(template, values)) : [exactly(path)],
      template: path === undefined ? documentedTemplate(all) : undefined,
      isWholeQuery: false,
      query,
      headers,
      body,
      isBroad,
      priority: this.#order(),
      response: answer,
      delivery,
      scenario: undefined,
      whens,
      isPlayed,
      tags: this.#source.tags,
      description: textAt(this.#route, 'documentation') || undefined,
    };
  }

  #method(): string | undefined {
    const method = textAt(this.#route, 'method') ?? '';
    return this.#isCrud || method === 'all' || method === '' ? undefined : method.toUpperCase();
  }

  #leave(index: number, reason: string): void {
    this.#ledger.leave(responseKey, reason, this.#placeOf(index));
  }

  #placeOf(index: number): SeenPlace {
    return below(this.#place, 'responses', index);
  }
}

/** The mode of a route, which older versions state by flags. */
const modeOf = (route: JsonObject): string | undefined => {
  const mode = textAt(route, 'responseMode');
  if (mode !== undefined) return mode;
  if (flagAt(route, 'sequentialResponse')) return 'SEQUENTIAL';
  return flagAt(route, 'randomResponse') ? 'RANDOM' : undefined;
};

const whyUnused = (mode: string | undefined): string =>
  mode === 'DISABLE_RULES'
    ? 'the rules of this route are switched off: its default response is the one that is sent'
    : 'it has no rules, and is not the default response: it is never sent';

/** The chance of the next response, where each of those that are left has the same one. */
const chanceOf = (left: number): readonly When[] | undefined => (left === 1 ? undefined : [{ chance: 1 / left }]);
