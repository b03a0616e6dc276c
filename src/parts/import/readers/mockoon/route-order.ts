/** The routes of an environment in their order: the first that matches a request responds. */

import { isJsonObject, type Json, type JsonObject, maxJsonDepth } from '../../../../core/primitives/json.ts';
import type { JsonPath } from '../../../../core/primitives/json-path.ts';
import { below, type Ledger, type SeenPlace } from '../../recording/ledger.ts';
import { listAt, textAt } from '../values.ts';
import { folderKeys } from './mockoon-keys.ts';

interface OrderedRoute {
  readonly route: JsonObject;
  readonly path: JsonPath;
  /** Its folders, outermost first. */
  readonly tags: readonly string[];
}

export const orderedRoutes = (environment: JsonObject, place: SeenPlace, ledger: Ledger): readonly OrderedRoute[] => {
  const routes = byId(environment, 'routes');
  const folders = byId(environment, 'folders');
  for (const { value, index } of folders.values())
    ledger.tally(value, folderKeys, 'folders[]', below(place, 'folders', index));
  const found = new Map<number, OrderedRoute>();
  const visited = new Set<string>();
  const add = (children: readonly Json[], tags: readonly string[]): void => {
    for (const child of children) {
      const id = textAt(child, 'uuid') ?? '';
      const folder = textAt(child, 'type') === 'folder' ? folders.get(id) : undefined;
      const route = folder === undefined ? routes.get(id) : undefined;
      if (route !== undefined && !found.has(route.index))
        found.set(route.index, { route: route.value, path: below(place, 'routes', route.index).path, tags });
      if (folder === undefined || visited.has(id) || tags.length >= maxJsonDepth) continue;
      visited.add(id);
      add(listAt(folder.value, 'children'), [...tags, textAt(folder.value, 'name') ?? '']);
    }
  };
  const children = listAt(environment, 'rootChildren');
  add(children, []);
  for (const [index, route] of listAt(environment, 'routes').entries()) {
    const at = below(place, 'routes', index);
    if (!isJsonObject(route)) ledger.lose('routes[]', 'this is not a route', at);
    // Older versions have no folders, and serve the routes as they are listed.
    else if (children.length === 0) found.set(index, { route, path: at.path, tags: [] });
    else if (!found.has(index)) ledger.leave('routes[]', 'no folder has this route: it is not served', at);
  }
  return [...found.values()];
};

const byId = (
  environment: JsonObject,
  list: string,
): ReadonlyMap<string, { readonly value: JsonObject; readonly index: number }> =>
  new Map(
    [...listAt(environment, list).entries()].flatMap(([index, value]) => {
      const id = textAt(value, 'uuid');
      return isJsonObject(value) && id !== undefined ? [[id, { value, index }] as const] : [];
    }),
  );
