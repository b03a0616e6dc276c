import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/core/primitives/json.ts';
import type { ScenarioDocument } from '../../../src/scenario/document/scenario-schema.ts';
import { type Decided, decide, requestOf } from '../helpers.ts';
import { askNotes, explainSteps, notes, notesService, notesState, violationTexts } from '../notes.ts';

describe('body faults', () => {
  const one = (name: string, rest: JsonObject): ScenarioDocument => ({ faults: [{ name, ...rest } as never] });
  const counted = ({ changes }: Decided) => changes.filter(({ type }) => type === 'fault-counted');

  test('break the body at one location, report the old value, and are counted', () => {
    const decided = askNotes('GET', '/notes/1', {}, one('mine', { contract: 'missing-required' }));
    const [pointer] = decided.exchange.faults.map((fault) => fault.pointer);
    const name = (pointer as string).slice(1) as 'id' | 'text';
    expect(decided.body).not.toHaveProperty(name);
    expect(explainSteps(decided)).toContain(
      `fault mine: /${name} was ${JSON.stringify(notes[0]?.[name])}, now nothing`,
    );
    expect(violationTexts(decided)).toHaveLength(1);
    expect(counted(decided)).toEqual([{ type: 'fault-counted', fault: 'mine', fired: true }]);
  });

  test('break the body at the place that they name', () => {
    for (const seed of [1, 2, 3, 4]) {
      const scenario = { ...one('mine', { contract: 'missing-required', at: '/text' }), seed };
      expect(askNotes('GET', '/notes/1', {}, scenario).body).toEqual({ id: 1 });
    }
  });

  test('stretch it within its schema', () => {
    const decided = askNotes('GET', '/notes', {}, one('mine', { extreme: 'empty-list' }));
    expect(decided.body).toEqual([]);
    expect(decided.header('Content-Length')).toBe('2');
    expect(decided.exchange.faults).toEqual([{ name: 'mine', effect: 'extreme', pointer: '' }]);
    expect(explainSteps(decided)).toContain('fault mine: fired');
    expect(violationTexts(decided)).toEqual([]);
  });

  test('send the same text as another media type', () => {
    const decided = askNotes('GET', '/notes/1', {}, one('mine', { contract: 'wrong-content-type' }));
    expect(decided.header('Content-Type')).not.toBe('application/json');
    expect(decided.reply.response.body).toBe('{"id":1,"text":"first"}');
    expect(decided.header('Content-Length')).toBe('23');
    const text = askNotes('DELETE', '/notes/1', {}, one('mine', { contract: 'wrong-content-type' }));
    expect(text.header('Content-Type')).not.toBe('application/json');
    expect(text.reply.response.body).toBe('"gone"');
  });

  test('report the old value in one short line, also for the whole body', () => {
    const text = 'long '.repeat(40);
    const scenario = { ...one('mine', { contract: 'wrong-type' }), data: { notes: [{ id: 1, text }] } };
    const steps = Array.from({ length: 30 }, (_, seed) =>
      explainSteps(askNotes('GET', '/notes', {}, { ...scenario, seed })).at(-1),
    );
    expect(steps.some((step) => step?.startsWith('fault mine: the body was [{"id":1,'))).toBe(true);
    expect(steps.some((step) => step?.startsWith('fault mine: /0/text was "long long'))).toBe(true);
    for (const step of steps) expect(step?.length).toBeLessThan(200);
  });

  test('are skipped if they fit nowhere, and counted as not fired', () => {
    const decided = askNotes('GET', '/notes/1', {}, one('mine', { extreme: 'empty-list' }));
    expect(decided.body).toEqual(notes[0]);
    expect(decided.exchange.faults).toEqual([]);
    expect(explainSteps(decided)).toContain('fault mine: not applied, the response has no list');
    expect(counted(decided)).toEqual([{ type: 'fault-counted', fault: 'mine', fired: false }]);
  });

  test('are skipped without a body and without an operation', () => {
    const empty = askNotes('OPTIONS', '/notes', {}, one('mine', { contract: 'wrong-type' }));
    expect(empty.status).toBe(204);
    expect(explainSteps(empty)).toContain('fault mine: not applied, the response has no body');
    const unmatched = askNotes('GET', '/nothing', {}, one('mine', { contract: 'wrong-type' }));
    expect(explainSteps(unmatched)).toContain(
      'fault mine: not applied, the document does not describe a JSON body for this response',
    );
  });

  test('from Prefer are not counted', () => {
    const state = notesState({ faults: [{ name: 'mine', extreme: 'empty-list', enabled: false }] as never });
    const decided = decide(notesService, state, requestOf('GET', '/notes', { headers: { prefer: 'fault=mine' } }));
    expect(decided.body).toEqual([]);
    expect(counted(decided)).toEqual([]);
  });
});
