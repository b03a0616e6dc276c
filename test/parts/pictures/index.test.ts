/** Pictures in generated data: each loads, and shows the initials of what it is of. */
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../src/core/primitives/json.ts';
import { createVivarium } from '../../../src/index.ts';
import { isPicture, pictureAt } from '../../../src/parts/pictures/index.ts';
import { named, object } from '../../short-document.ts';

const text = { type: 'string' };
const uri = { type: 'string', format: 'uri' };

const serve = async (properties: JsonObject, creates: JsonObject = { name: text }) => {
  const all: JsonObject = { id: { type: 'integer', readOnly: true }, ...properties };
  const item = { type: 'object', required: Object.keys(all), properties: all };
  const content = (schema: JsonObject) => ({ content: { 'application/json': { schema } } });
  return createVivarium({
    document: {
      openapi: '3.1.0',
      info: { title: 'Things', version: '1' },
      paths: {
        '/things': {
          get: named('list', { type: 'array', items: item }),
          post: {
            requestBody: content(object(creates)),
            responses: { 201: { description: 'Created', ...content(item) } },
          },
        },
      },
    } as never,
  });
};

const listed = async (properties: JsonObject): Promise<readonly JsonObject[]> => {
  const vivarium = await serve(properties);
  const world = vivarium.world('a');
  return (await world.fetch('/things')).json() as Promise<JsonObject[]>;
};

const svgIn = (value: Json | undefined): string => {
  expect(value).toMatch(/^data:image\/svg\+xml,/);
  expect(Buffer.byteLength(value as string)).toBeLessThanOrEqual(600);
  expect(URL.canParse(value as string)).toBe(true);
  return decodeURIComponent((value as string).slice('data:image/svg+xml,'.length));
};

const lettersIn = (value: Json | undefined): string | undefined => />([^<]*)<\/text>/.exec(svgIn(value))?.[1];

test('a picture has the initials of the name beside it', async () => {
  for (const { name, avatar, photo_url } of await listed({ name: text, avatar: text, photo_url: uri })) {
    const words = (name as string).split(/\W+/);
    const initials = `${words[0]?.[0]}${words.at(-1)?.[0]}`;
    expect(lettersIn(avatar)).toBe(initials);
    expect(lettersIn(photo_url)).toBe(initials);
  }
});

test('a name before or after, of a person or a thing, in one part or two', async () => {
  const [person] = await listed({ image: uri, firstName: text, lastName: text });
  expect(lettersIn(person?.image)).toBe([person?.firstName, person?.lastName].map((one) => String(one)[0]).join(''));
  const [other] = await listed({ logo: text, country: text });
  expect(lettersIn(other?.logo)).toMatch(/^[a-z]{2}$/);
});

test('a name with which somebody logs in, or an address without its host', async () => {
  for (const name of ['username', 'email']) {
    const [person] = await listed({ avatar: uri, [name]: name === 'email' ? { ...text, format: 'email' } : text });
    const words = String(person?.[name]).replace(/@.*/, '').split(/\W+/);
    const [first, last] = [words[0], words.at(-1)].map((word) => String(word)[0]);
    expect(lettersIn(person?.avatar)?.toLowerCase()).toBe(words.length > 1 ? `${first}${last}` : words[0]?.slice(0, 2));
  }
});

test('what is created has the letters of the address that was sent', async () => {
  const vivarium = await serve({ email: text, avatar: uri }, { email: text });
  const world = vivarium.world('a');
  const body = JSON.stringify({ email: 'zoe.quinn@example.com' });
  const created = await world.fetch('/things', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  expect(lettersIn(((await created.json()) as JsonObject).avatar)?.toLowerCase()).toBe('zq');
});

test('pictures within lists and objects differ, and have the letters of what is around them', async () => {
  const [item] = await listed({
    title: text,
    images: { type: 'array', minItems: 4, items: text },
    photos: { type: 'array', minItems: 3, items: object({ url: uri, width: { type: 'integer' } }) },
    thumbnail: { type: 'object', required: ['src', 'href'], properties: { src: text, href: text } },
  });
  const { images, photos, thumbnail, title } = item as unknown as {
    readonly images: readonly string[];
    readonly photos: readonly { readonly url: string }[];
    readonly thumbnail: { readonly src: string; readonly href: string };
    readonly title: string;
  };
  const all: string[] = [...images, ...photos.map(({ url }) => url), thumbnail.src, thumbnail.href];
  expect(new Set(all).size).toBe(all.length);
  const letters = title
    .split(' ')
    .map((word) => word[0])
    .join('');
  expect(new Set(all.map(lettersIn))).toEqual(new Set([letters]));
});

test('examples of the document stay, other items get pictures', async () => {
  const logo = { ...text, example: 'https://cdn.example.com/logo.png' };
  const [first, second] = await listed({ name: text, logo });
  expect(first?.logo).toBe(logo.example);
  svgIn(second?.logo);
});

test('a created item has the letters of the name that was sent', async () => {
  const vivarium = await serve({ name: text, avatar: uri });
  const world = vivarium.world('a');
  const created = await world.fetch('/things', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"name":"Grace Hopper"}',
  });
  expect(lettersIn(((await created.json()) as JsonObject).avatar)).toBe('GH');
});

describe('where the schema takes no data', async () => {
  const vivarium = await serve({
    name: text,
    avatar: { ...uri, pattern: '^https?://' },
    icon: { ...text, maxLength: 100 },
    image: { ...uri, maxLength: 100 },
    secure: text,
    cover: { ...text, pattern: '^https://' },
  });
  const { url } = await vivarium.listen({ port: 0 });
  const [item] = (await (await fetch(`${url}/things`)).json()) as JsonObject[];

  test.each(['avatar', 'icon', 'image'])('%s is at the server', async (name) => {
    const address = item?.[name] as string;
    expect(address.startsWith(`${url}/_vivarium/pictures/`)).toBe(true);
    const response = await fetch(address, { headers: { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://a.example' } });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8']);
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(await response.text()).toMatch(/<text[^>]*>[A-Z]{2}<\/text>/);
  });

  test('a server without TLS has no https address', () => {
    expect(item?.cover).toMatch(/^https:\/\/example\.com\/.*\.png$/);
  });

  test.each(['1-30-abc.svg', '1-30-%3Cb.svg', '1-30-.svg', 'a-30-AB.svg', '1-30-AB.png', '%00'])(
    '%s is no picture',
    async (file) => {
      const response = await fetch(`${url}/_vivarium/pictures/${file}`);
      expect([response.status, response.headers.get('content-type')]).toEqual([404, 'application/problem+json']);
    },
  );
});

test('other letters than Latin ones', () => {
  expect(pictureAt('1-30-ŁÅ.svg')).toContain('>ŁÅ<');
  expect(pictureAt('1-30-山田.svg')).toContain('>山田<');
});

test.each<[string, string, boolean]>([
  ['cover image url', '', true],
  ['photos', '', true],
  ['icon', '', true],
  ['href', 'product image', true],
  ['url', 'product', false],
  ['image count', '', false],
  ['photo caption', '', false],
  ['discovery', '', false],
])('the name %s of %s: %s', (words, ownerWords, expected) => {
  expect(isPicture({ words, ownerWords })).toBe(expected);
});
