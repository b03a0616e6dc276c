/** The bodies of an operation: what a world sends and takes. */
import type { HttpRequest } from '../../core/http/http.ts';
import { optionInvalid } from '../../core/primitives/config-error.ts';
import { type Json, parseJson, stringifyJson } from '../../core/primitives/json.ts';
import type { Operation } from '../../core/service/operation.ts';
import { sampleRequest } from '../../world/control/sample-request.ts';
import type { World } from '../../world/world.ts';
import type { BodyTarget } from './find-target.ts';
import type { SampleSource } from './sample-source.ts';

export const bodiesOf = (
  source: SampleSource,
  { operation, status }: BodyTarget,
  count: number,
  seed: number,
): readonly Json[] =>
  Array.from({ length: count }, (_, index) => {
    const world = source.open({ seed: seed + index, now: source.now });
    return status === undefined
      ? (requestFor(world, operation, seed + index, source.now).body?.value ?? null)
      : responseBody(world, operation, { status, seed: seed + index, now: source.now });
  });

const requestFor = ({ decisions: { service, state } }: World, operation: Operation, seed: number, now: number) =>
  sampleRequest(service, operation, { seed, now, state });

const responseBody = (
  world: World,
  operation: Operation,
  { status, seed, now }: { readonly status: number; readonly seed: number; readonly now: number },
): Json => {
  const { method, path, headers, body } = requestFor(world, operation, seed, now);
  const credential = credentialFor(operation);
  const [pathname = '', query = ''] = path.split('?');
  const isUsual = status === operation.success?.status;
  const request: HttpRequest = {
    method,
    path: pathname,
    query: [query, credential.query].filter((part) => part !== '').join('&'),
    headers: { ...headers, ...credential.headers, ...(!isUsual && { prefer: `code=${status}` }) },
    body: body === undefined ? { type: 'none' } : toBody(body.value),
    pathPrefix: '',
  };
  const { response } = world.handle(request).reply;
  const text = typeof response.body === 'string' ? response.body : new TextDecoder().decode(response.body);
  if (response.status !== status)
    throw optionInvalid(`the sample of ${operation.name} for ${status} got ${response.status}: ${text.slice(0, 200)}`);
  const parsed = parseJson(text);
  return parsed.ok ? parsed.value : text;
};

const toBody = (value: Json): HttpRequest['body'] => ({
  type: 'bytes',
  bytes: new TextEncoder().encode(typeof value === 'string' ? value : stringifyJson(value)),
});

/** A credential that any world accepts. */
const credentialFor = ({
  security,
}: Operation): { readonly headers: Record<string, string>; readonly query: string } => {
  const headers: Record<string, string> = {};
  const query: string[] = [];
  for (const scheme of security.find((alternative) => alternative.length > 0) ?? []) {
    if (scheme.type === 'bearer') headers.authorization = 'Bearer sample';
    else if (scheme.type === 'basic') headers.authorization = `Basic ${btoa('sample:sample')}`;
    else if (scheme.in === 'query') query.push(`${encodeURIComponent(scheme.name)}=sample`);
    else if (scheme.in === 'cookie') headers.cookie = `${scheme.name}=sample`;
    else headers[scheme.name.toLowerCase()] = 'sample';
  }
  return { headers, query: query.join('&') };
};
