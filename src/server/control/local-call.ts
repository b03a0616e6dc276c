/** The control API without HTTP, for what runs in the process of the server. */

import { callRejected } from '../../core/primitives/config-error.ts';
import { getProperty, isJsonObject, stringifyJson } from '../../core/primitives/json.ts';
import type { CallControl } from '../../world/control/call-control.ts';
import { splitTarget } from '../edge/read-request.ts';
import { type ControlContext, perform, routesOf } from './perform.ts';
import type { ControlResponse, Route } from './request/control-call.ts';

/** `base`: the origin of the server, as the caller addressed it. */
export const createLocalCall =
  (context: ControlContext, base: string): CallControl =>
  async ({ method = 'GET', path: target, body }) => {
    const { path, query } = splitTarget(target);
    const found = findRoute(path, routesOf(context));
    if (found?.route.methods[method] === undefined) throw new Error(`${method} ${path} is no call of the control API`);
    const response = await perform(found.route, method, {
      context,
      path: found.parameters,
      lastSegment: path.slice(path.lastIndexOf('/') + 1),
      query: new URLSearchParams(query),
      base,
      preferred: ([first]) => first,
      lastEventId: undefined,
      body: body === undefined ? undefined : stringifyJson(body),
    });
    const text = textOf(response);
    if (response.status < 400) return text;
    throw callRejected(detailOf(response) ?? text);
  };

const findRoute = (path: string, routes: readonly Route[]) => {
  const segments = path.split('/');
  for (const route of routes) {
    const pattern = route.path.split('/');
    const isMatch =
      pattern.length === segments.length &&
      pattern.every((segment, index) => segment.startsWith(':') || segment === segments[index]);
    if (!isMatch) continue;
    const parameters = pattern.flatMap((segment, index) =>
      segment.startsWith(':') ? [[segment.slice(1), decodeURIComponent(segments[index] as string)]] : [],
    );
    return { route, parameters: Object.fromEntries(parameters) as Readonly<Record<string, string>> };
  }
  return undefined;
};

const textOf = ({ content }: ControlResponse): string => {
  if (content === undefined) return '';
  if ('value' in content) return stringifyJson(content.value);
  if ('text' in content) return content.text;
  if ('write' in content) return [...content.write(0)].join('');
  throw new Error('a stream and bytes are for clients of HTTP');
};

const detailOf = ({ content }: ControlResponse): string | undefined => {
  const problem = content !== undefined && 'value' in content ? content.value : undefined;
  const detail = problem !== undefined && isJsonObject(problem) ? getProperty(problem, 'detail') : undefined;
  return typeof detail === 'string' ? detail : undefined;
};
