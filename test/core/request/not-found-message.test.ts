import { describe, expect, test } from 'vitest';
import { askNotes, explainSteps } from '../notes.ts';

describe('a request that matches no operation', () => {
  test('and is HEAD gets the headers of GET', () => {
    const head = askNotes('HEAD', '/jobs');
    const get = askNotes('GET', '/jobs');
    expect([head.status, get.status]).toEqual([405, 405]);
    expect(explainSteps(head)).toContain('rejected with 405: GET is not allowed on /jobs. Allowed: OPTIONS, POST');
    expect(head.header('Content-Length')).toBe(get.header('Content-Length'));
    expect(head.reply.response.body).toBeUndefined();
  });

  test('and is HEAD gets the message for GET', () => {
    const head = askNotes('HEAD', '/nothing');
    expect(explainSteps(head).at(-1)).toContain('There is no operation GET /nothing.');
    expect(head.header('Content-Length')).toBe(askNotes('GET', '/nothing').header('Content-Length'));
    expect(explainSteps(askNotes('POST', '/nothing')).at(-1)).toContain('There is no operation POST /nothing.');
  });

  test('and has a long path gets a short message', () => {
    const path = '9'.repeat(1000);
    const message = explainSteps(askNotes('GET', `/finds/${path}`)).at(-1) as string;
    expect(message).toContain('Did you mean GET /find/999');
    expect(message.length).toBeLessThan(500);
  });

  test('and has no path gets the URL of the API, even if it is the root', () => {
    const decided = askNotes('GET', '*', { headers: { host: 'localhost' } });
    expect(decided.status).toBe(404);
    expect(JSON.stringify(decided.body)).toContain('The API is at http://localhost/.');
  });
});
