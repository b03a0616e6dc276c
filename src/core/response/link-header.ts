/** The `Link` header (RFC 8288): of a page, of the requested resource, and of a deprecated operation. */

import { type HttpRequest, linkPath, originOf, withQuery } from '../http/http.ts';
import type { ResponseHeader } from '../service/operation.ts';
import { firstFitting } from './location.ts';

interface Link {
  readonly href: string;
  readonly rel: string;
}

const linkText = ({ href, rel }: Link): string => `<${href}>; rel="${rel}"`;

export const linkHeader = (links: readonly Link[]): string | undefined =>
  links.length === 0 ? undefined : links.map(linkText).join(', ');

/** A link to the requested resource, in the first format that the header's schema accepts. */
export const selfLink = (request: HttpRequest, header: ResponseHeader): string => {
  const target = withQuery(`${request.pathPrefix}${request.path}`, request.query);
  const absolute = `${originOf(request)}${target}`;
  return firstFitting(header, [
    linkText({ href: target, rel: 'self' }),
    linkText({ href: absolute, rel: 'self' }),
    absolute,
  ]);
};

interface SuccessorContext {
  readonly request: HttpRequest;
  readonly base: string;
  /** The values of the path parameters. */
  readonly path: ReadonlyMap<string, string>;
}

/** The link to the successor version (RFC 5829), with the world's prefix. */
export const successorLink = (successorPath: string, { request, base, path }: SuccessorContext): string => {
  const filled = successorPath.includes('{')
    ? successorPath.replace(/\{([^{}]+)\}/g, (_, name: string) => path.get(name) as string)
    : successorPath;
  return linkText({ href: `${request.pathPrefix}${base}${linkPath(filled)}`, rel: 'successor-version' });
};
