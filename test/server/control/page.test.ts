/** The page at `/_vivarium/`. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer, type TestServer } from './control-server.ts';

describe('the page', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.vivarium.close());

  test('says what runs, links to the API, and has a line to copy', async () => {
    const { status, headers, text } = await server.send('GET', '/_vivarium/');
    expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'text/html; charset=utf-8' });
    expect(text).toContain('Vivarium is running');
    expect(text).toContain(
      `curl -X PUT http://127.0.0.1:${server.port}/_vivarium/api/worlds/default/faults/unauthorized`,
    );
    for (const [, link] of text.matchAll(/href="([^"]+)"/g)) {
      expect((await server.send('GET', `/_vivarium/${link}`)).status, link).toBe(200);
    }
  });

  test('holds no data of the server', async () => {
    const { text } = await server.send('GET', '/_vivarium/');
    expect(text).not.toMatch(/Animal|Luna|listPets/);
  });

  test('may not be framed, and runs and loads nothing', async () => {
    const { headers, text } = await server.send('GET', '/_vivarium/');
    expect(headers).toMatchObject({ 'x-frame-options': 'DENY', 'cross-origin-opener-policy': 'same-origin' });
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]+'; .*frame-ancestors 'none'$/,
    );
    expect(text).not.toMatch(/<script|<img|<link| style=| on\w+=/);
  });

  test('is found without the slash', async () => {
    const { status, headers } = await server.send('GET', '/_vivarium');
    expect({ status, location: headers.location }).toEqual({ status: 303, location: '/_vivarium/' });
  });

  test('does not repeat what a host header smuggles in', async () => {
    const own = await startServer({ token: 't' }, '0.0.0.0');
    const { text } = await own.send('GET', '/_vivarium/', {
      headers: { authorization: 'Bearer t', host: "x';<script>alert(1)</script>" },
    });
    expect(text).not.toContain('script>');
    const shell = await own.send('GET', '/_vivarium/', { headers: { authorization: 'Bearer t', host: 'x$(id)' } });
    expect(shell.text).not.toContain('$(id)');
    expect(text).toContain('Authorization: Bearer $VIVARIUM_TOKEN');
    await own.vivarium.close();
  });

  test('takes GET and HEAD only', async () => {
    expect((await server.send('HEAD', '/_vivarium/')).status).toBe(200);
    const { status, headers } = await server.send('POST', '/_vivarium/');
    expect({ status, allow: headers.allow }).toEqual({ status: 405, allow: 'GET, HEAD' });
  });
});
