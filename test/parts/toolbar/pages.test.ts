/** The page at `/_vivarium/`. */
import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { useServer } from '../../server/control/control-server.ts';

describe('the page', async () => {
  const server = await useServer();

  test('is the whole panel: it loads nothing else', async () => {
    const { status, headers, text } = await server.send('GET', '/_vivarium/');
    expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'text/html; charset=utf-8' });
    expect(text.match(/<script type="module">/g)).toHaveLength(1);
    expect(text).not.toMatch(/\b(src|href)="(?!data:)/);
    expect(text).toContain('<div id="panel"></div>');
  });

  test('is smaller than 64 KB as a browser receives it', async () => {
    const plain = await server.send('GET', '/_vivarium/');
    const compressed = await new Promise<Buffer>((resolve, reject) => {
      const headers = { 'accept-encoding': 'gzip, br' };
      request({ host: '127.0.0.1', port: server.port, path: '/_vivarium/', headers }, (response) => {
        expect(response.headers['content-encoding']).toBe('gzip');
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => resolve(Buffer.concat(parts)));
      })
        .on('error', reject)
        .end();
    });
    expect(compressed.length).toBeLessThan(64_000);
    expect(gunzipSync(compressed).toString()).toBe(plain.text);
  });

  test('contains no data of the server', async () => {
    const { text } = await server.send('GET', '/_vivarium/');
    expect(text).not.toMatch(/Animal|Luna|listPets/);
  });

  test('must not be framed, and allows only its own scripts and styles', async () => {
    const { headers, text } = await server.send('GET', '/_vivarium/');
    expect(headers).toMatchObject({ 'x-frame-options': 'DENY', 'cross-origin-opener-policy': 'same-origin' });
    const hashOf = (tag: string, close: string): string => {
      const source = text.slice(text.indexOf(tag) + tag.length, text.indexOf(close, text.indexOf(tag)));
      return `'sha256-${createHash('sha256').update(source).digest('base64')}'`;
    };
    expect(headers['content-security-policy']).toBe(
      [
        "default-src 'none'",
        `script-src ${hashOf('<script type="module">', '</script>')}`,
        `style-src ${hashOf('<style>', '</style>')}`,
        "connect-src 'self'",
        'img-src data:',
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
        "form-action 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ].join('; '),
    );
    expect(text.replace(/<script.*<\/script>/s, '')).not.toMatch(/ style=| on\w+=/);
  });

  test('is found without the trailing slash', async () => {
    const { status, headers } = await server.send('GET', '/_vivarium');
    expect({ status, location: headers.location }).toEqual({ status: 303, location: '/_vivarium/' });
  });

  test('allows only GET and HEAD', async () => {
    expect((await server.send('HEAD', '/_vivarium/')).status).toBe(200);
    const { status, headers } = await server.send('POST', '/_vivarium/');
    expect({ status, allow: headers.allow }).toEqual({ status: 405, allow: 'GET, HEAD' });
  });
});

describe('the page of a server with a token', async () => {
  const server = await useServer({ token: 'sesame-0123456789' }, '0.0.0.0');

  test('asks a browser for the token, and reports a wrong one', async () => {
    const headers = { accept: 'text/html,*/*' };
    const asked = await server.send('GET', '/_vivarium/', { headers });
    expect({ status: asked.status, type: asked.headers['content-type'] }).toEqual({
      status: 401,
      type: 'text/html; charset=utf-8',
    });
    expect(asked.headers).toMatchObject({ 'www-authenticate': 'Bearer', 'x-frame-options': 'DENY' });
    expect(asked.text).toContain('name="token"');
    expect(asked.text).not.toContain('That token is wrong.');
    const wrong = await server.send('GET', '/_vivarium/?token=%3Cb%3E', { headers });
    expect(wrong.status).toBe(401);
    expect(wrong.text).toContain('That token is wrong.');
    expect(wrong.text).not.toContain('<b>');
  });

  test('responds to a program with problem details', async () => {
    const { status, headers } = await server.send('GET', '/_vivarium/');
    expect({ status, type: headers['content-type'] }).toEqual({ status: 401, type: 'application/problem+json' });
    const api = await server.send('GET', '/_vivarium/api/worlds', { headers: { accept: 'text/html' } });
    expect({ status: api.status, type: api.headers['content-type'] }).toEqual({
      status: 401,
      type: 'application/problem+json',
    });
  });
});
