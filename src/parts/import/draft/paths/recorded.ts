/** The requests that a document is drafted from. */
import type { Json } from '../../../../core/primitives/json.ts';
import { isAsset, jsonOf, type Seen } from '../../recording/recording.ts';

export interface Recorded {
  readonly seen: Seen;
  /** If it is undefined, the response is not known. */
  readonly status: number | undefined;
  /** The segments of the path below the base path, percent-encoded; without an empty one at the end. */
  readonly segments: readonly string[];
  /** The same with the parameters that the source tells: `{id}`. */
  readonly template: readonly string[];
}

/** Deeper paths are none that a document has. */
const maxSegments = 30;

const methods: ReadonlySet<string> = new Set(['GET', 'PUT', 'POST', 'DELETE', 'PATCH', 'HEAD']);

/** The requests that are for a service, and not for a page of its host. */
export const serviceRequests = (seen: readonly Seen[]): readonly Seen[] => {
  // Without a page, an image is what the service is about.
  const hasPages = seen.some((one) => isAsset(one) && isPage(one));
  return seen.filter((one) => methods.has(one.method) && !(hasPages && isAsset(one)));
};

const isPage = ({ response }: Seen): boolean => /^text\/|javascript/i.test(response?.body?.type ?? '');

/** The requests below the base path. */
export const recordedOf = (seen: readonly Seen[], base: string): readonly Recorded[] =>
  seen.flatMap((one): readonly Recorded[] => {
    const { path, template = path, response } = one;
    const segments = segmentsOf(path, base);
    const stated = segmentsOf(template, base);
    if (!`${path}/`.startsWith(`${base}/`) || segments.length > maxSegments) return [];
    return [
      {
        seen: one,
        status: response?.status,
        segments,
        template: stated.length === segments.length ? stated : segments,
      },
    ];
  });

const segmentsOf = (path: string, base: string): readonly string[] => {
  const segments = path.split('/').slice(base === '' ? 1 : base.split('/').length);
  return segments.at(-1) === '' ? segments.slice(0, -1) : segments;
};

/** Parsed anew by each call: together, the bodies may be as large as their files. Undefined if it is no JSON. */
export const responseJson = ({ seen }: Recorded): Json | undefined => jsonOf(seen.response?.body);

/** The service did not reject it, as far as is known. */
export const isAccepted = ({ status }: Recorded): boolean => status === undefined || status < 400;

/** What a client may send: those with a success, else those without a response, else all. */
export const exemplary = (requests: readonly Recorded[]): readonly Recorded[] => {
  const accepted = requests.filter(isAccepted);
  const answered = accepted.filter(({ status }) => status !== undefined);
  return [answered, accepted].find(({ length }) => length > 0) ?? requests;
};
