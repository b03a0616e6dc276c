import { cookieOf, decodePercent, headerOf } from '../core/http.ts';
import type { Parameter, ParameterSource } from '../core/service.ts';

/** A parameter's text as it was sent, decoded from the URL; undefined where it was not sent. */
export const rawText = (source: ParameterSource, name: string, where: Parameter['in']): string | undefined => {
  switch (where) {
    case 'path': {
      const text = source.path.get(name);
      return text === undefined ? undefined : decodePercent(text);
    }
    case 'query':
      return source.query?.get(name) ?? undefined;
    case 'header':
      return headerOf(source.headers, name.toLowerCase());
    case 'cookie':
      return cookieOf(source.headers, name);
    default:
      return where satisfies never;
  }
};
