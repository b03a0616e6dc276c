/** A document of Swagger 2.0 and its twin of OpenAPI 3.0 respond alike. The twins are written by hand, in the styles of known services. */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { createVivarium, type VivariumWorld } from '../../../src/index.ts';

const folderOf = (version: string): string => fileURLToPath(new URL(version, import.meta.url));

interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is JSON, a string a form. */
  readonly body?: object | string | FormData;
}
/** Method and path, and what is sent with them. */
type Step = readonly [string, Sent?];

const basic = { authorization: `Basic ${btoa('user:password')}` };
const bearer = { authorization: 'Bearer token' };
const photo = (caption: string): FormData => {
  const form = new FormData();
  form.set('file', new Blob(['pixels'], { type: 'image/png' }), 'a.png');
  form.set('caption', caption);
  return form;
};

/** `{id}` is the `id` of the last response, or what stands for it. */
const steps: Readonly<Record<string, readonly Step[]>> = {
  docker: [
    ['GET /v1.43/containers/json?limit=2'],
    ['GET /v1.43/containers/json?all=maybe'],
    ['POST /v1.43/containers/create?name=web', { body: { Image: 'web:1', Env: ['A=1'], StopTimeout: null } }],
    ['GET /v1.43/containers/{id}/json'],
    ['DELETE /v1.43/containers/{id}'],
    ['GET /v1.43/containers/{id}/json'],
    ['POST /v1.43/containers/create', { body: { Env: 'A' } }],
    ['GET /v1.43/containers/a/logs'],
  ],
  harbor: [
    ['GET /api/v2.0/projects'],
    ['GET /api/v2.0/projects?page=2&page_size=3', { headers: basic }],
    ['GET /api/v2.0/projects?page_size=101', { headers: basic }],
    ['POST /api/v2.0/projects', { headers: basic, body: { name: 'own', storage_limit: null, metadata: null } }],
    ['GET /api/v2.0/projects/own', { headers: basic }],
    ['PUT /api/v2.0/projects/own', { headers: basic, body: { name: 'own', storage_limit: 7 } }],
    ['GET /api/v2.0/projects?name=own', { headers: basic }],
    ['DELETE /api/v2.0/projects/own', { headers: basic }],
    ['GET /api/v2.0/projects/own', { headers: basic }],
    ['POST /api/v2.0/projects', { headers: { ...basic, 'x-request-id': '' }, body: {} }],
  ],
  argo: [
    ['GET /api/v1/workflows?phase=Pending'],
    ['GET /api/v1/workflows?fields=name&fields=phase'],
    ['GET /api/v1/workflows?fields=name,phase'],
    ['POST /api/v1/workflows', { body: { name: 'build', labels: ['a'] } }],
    ['GET /api/v1/workflows/build'],
    ['DELETE /api/v1/workflows/build'],
    ['GET /api/v1/workflows/build'],
    ['POST /api/v1/workflows', { body: { name: 1 } }],
  ],
  slack: [
    ['POST /api/conversations.create', { headers: bearer, body: 'name=dev&topics=a,b&is_private=true' }],
    ['POST /api/conversations.create', { body: 'name=dev' }],
    ['POST /api/conversations.create', { headers: bearer, body: 'name=d' }],
    ['POST /api/conversations.create', { headers: bearer, body: { name: 'dev' } }],
    ['GET /api/conversations.list?types=public,private'],
    ['GET /api/conversations.list?types=secret'],
    ['GET /api/conversations.list?limit=1'],
  ],
  azure: [
    ['GET /devices/main/devices?api-version=1', { headers: bearer }],
    ['GET /devices/main/devices', { headers: bearer }],
    ['PUT /devices/main/devices/one?api-version=1', { headers: bearer, body: { kind: 'sensor', unit: 'K' } }],
    ['PUT /devices/main/devices/one?api-version=1', { headers: bearer, body: { kind: 'sensor' } }],
    ['GET /devices/main/devices/one?api-version=1', { headers: bearer }],
    ['DELETE /devices/main/devices/one?api-version=1', { headers: bearer }],
    ['GET /devices/main/devices/one?api-version=1', { headers: bearer }],
  ],
  kubernetes: [
    ['GET /api/v1/namespaces/main/pods', { headers: bearer }],
    ['GET /api/v1/namespaces/main/pods'],
    [
      'POST /api/v1/namespaces/main/pods',
      { headers: bearer, body: { kind: 'Pod', metadata: { name: 'a' }, nodeName: 'n' } },
    ],
    ['GET /api/v1/namespaces/main/pods/a', { headers: bearer }],
    [
      'PATCH /api/v1/namespaces/main/pods/a',
      { headers: { ...bearer, 'content-type': 'application/merge-patch+json' }, body: { nodeName: 'm' } },
    ],
    ['DELETE /api/v1/namespaces/main/pods/a', { headers: bearer, body: { gracePeriodSeconds: 1 } }],
    ['DELETE /api/v1/namespaces/main/pods/a', { headers: bearer, body: { gracePeriodSeconds: 'soon' } }],
  ],
  magento: [
    ['GET /rest/default/V1/products?searchCriteria[pageSize]=2&searchCriteria[currentPage]=1'],
    ['GET /rest/default/V1/products', { headers: { accept: 'application/xml' } }],
    ['POST /rest/default/V1/products', { body: { product: { sku: 'chair', price: 5.5 } } }],
    ['GET /rest/default/V1/products/chair'],
    ['DELETE /rest/default/V1/products/chair'],
    ['GET /rest/default/V1/products/chair'],
    ['POST /rest/default/V1/products', { body: { product: {} } }],
  ],
  jira: [
    ['GET /rest/api/2/filter/search?startAt=1&maxResults=2', { headers: basic }],
    ['GET /rest/api/2/filter/search?id=1|2', { headers: basic }],
    ['GET /rest/api/2/filter/search'],
    ['POST /rest/api/2/filter', { headers: bearer, body: { name: 'Mine', jql: 'a = b' } }],
    ['GET /rest/api/2/filter/{id}', { headers: basic }],
    ['PUT /rest/api/2/filter/{id}', { headers: basic, body: { name: 'Ours' } }],
    ['DELETE /rest/api/2/filter/{id}', { headers: basic }],
    ['GET /rest/api/2/filter/{id}', { headers: basic }],
    ['POST /rest/api/2/filter', { headers: basic, body: { title: 'Mine' } }],
  ],
  salesforce: [
    ['GET /s/-/dw/data/v21_3/coupons?start=1&count=2&expand=codes,usage&client_id=me'],
    ['GET /s/-/dw/data/v21_3/coupons?tags=a%20b&client_id=me'],
    ['GET /s/-/dw/data/v21_3/coupons?tags=a%20b%20c&client_id=me'],
    ['GET /s/-/dw/data/v21_3/coupons'],
    ['POST /s/-/dw/data/v21_3/coupons', { headers: bearer, body: { coupon_id: 'ten', c_count: 1 } }],
    ['PATCH /s/-/dw/data/v21_3/coupons/ten', { headers: bearer, body: { coupon_id: 'ten', enabled: true } }],
    ['GET /s/-/dw/data/v21_3/coupons/ten', { headers: { ...bearer, accept: 'text/xml' } }],
    ['POST /s/-/dw/data/v21_3/coupons', { headers: bearer, body: { coupon_id: 'ten', c_count: 0 } }],
  ],
  springfox: [
    ['GET /api/pets?page=1&size=2'],
    ['GET /api/pets?status=NEW'],
    ['GET /api/pets?status=OLD'],
    ['POST /api/pets', { body: { name: 'Rex', status: 'SOLD' } }],
    ['GET /api/pets/1'],
    ['POST /api/pets/1/photo', { body: photo('Rex') }],
    ['POST /api/pets/1/photo', { body: photo('too long') }],
    ['GET /api/pets/1/photo'],
    ['DELETE /api/pets/1'],
    ['GET /api/pets/1'],
    ['POST /api/pets', { body: { name: 'R' } }],
  ],
};

const serve = async (version: string, name: string): Promise<VivariumWorld> => {
  const vivarium = await createVivarium({ document: `${folderOf(version)}/${name}.yaml`, scenarios: folderOf('.') });
  onTestFinished(() => vivarium.close());
  return vivarium.world('default');
};

const send = async (world: VivariumWorld, step: Step, id: string) => {
  const [target, { headers = {}, body } = {}] = step;
  const [method, path = ''] = target.split(' ');
  const type =
    body === undefined || body instanceof FormData
      ? {}
      : { 'content-type': typeof body === 'string' ? 'application/x-www-form-urlencoded' : 'application/json' };
  const response = await world.fetch(path.replace('{id}', id), {
    method: method as string,
    headers: { ...type, ...headers },
    ...(body !== undefined && {
      body: typeof body === 'string' || body instanceof FormData ? body : JSON.stringify(body),
    }),
  });
  response.headers.delete('date');
  return { step: target, status: response.status, headers: [...response.headers], body: await response.text() };
};

const idIn = (text: string): string | undefined => /"[iI]d":\s*"?([^",}]+)/.exec(text)?.[1];

test.each(readdirSync(folderOf('2.0')).map((file) => file.replace('.yaml', '')))('%s', async (name) => {
  const [old, twin] = await Promise.all([serve('2.0', name), serve('3.0', name)]);
  let id = '';
  const statuses = new Set<number>();
  for (const step of steps[name] ?? []) {
    const response = await send(old, step, id);
    expect(response).toEqual(await send(twin, step, id));
    statuses.add(response.status);
    id = step[0].startsWith('POST') ? (idIn(response.body) ?? id) : id;
  }
  // Of both kinds, or the steps would show little.
  expect([...statuses].some((status) => status < 300)).toBe(true);
  expect([...statuses].some((status) => status >= 400)).toBe(true);
});
