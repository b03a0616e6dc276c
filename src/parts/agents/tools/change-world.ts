/** Faults, the clock, and the start of a world. */
import { z } from 'zod';
import { callRejected } from '../../../core/primitives/config-error.ts';
import type { Json } from '../../../core/primitives/json.ts';
import { apiPath, callJson, defineTool, worldArgument } from './tool.ts';

const anyValue = () => z.unknown().optional();

export const setFault = defineTool({
  name: 'set_fault',
  title: 'Set a fault',
  description:
    'Switches a fault of a world on or off: a built-in one (unavailable 503, server-error 500, rate-limited 429, unauthorized 401, not-found 404, slow, flaky, offline, hang, ...), or one of your own with one effect, such as status.',
  changes: true,
  input: {
    world: worldArgument,
    fault: z.string({ error: 'the name of a fault' }).describe('The name of a built-in fault, or of one of your own.'),
    enabled: z.boolean({ error: 'true or false' }).default(true),
    on: z
      .looseObject({}, { error: 'an object such as {"operation": "listOrders"}' })
      .optional()
      .describe(
        'The requests that it affects: {"operation": "listOrders"}, also method, path, query, header, body. Default: all.',
      ),
    when: anyValue().describe('Which of these: {"after": 3, "every": 2, "first": 5, "chance": 0.3}.'),
    status: anyValue().describe('An effect: respond with this status.'),
    body: anyValue().describe('With status: the body of the response.'),
    latency: anyValue().describe('An effect: a delay such as 2s.'),
    transport: anyValue().describe('An effect: reset, timeout, empty, truncate or garbage.'),
    contract: anyValue().describe('An effect that breaks the document: missing-required, wrong-type, null-value, ...'),
    extreme: anyValue().describe('An effect within the document: minimal, empty-list, longest or boundary.'),
  },
  output: {
    name: z.string(),
    enabled: z.boolean(),
    fired: z.int().describe('The number of requests that it shaped.'),
  },
  run: async ({ world, fault, ...set }, target) => {
    const path = apiPath(['worlds', world, 'faults', fault]);
    const stored = await callJson(target, { method: 'PUT', path, body: set as Json });
    return {
      content: { ...stored, world },
      next: set.enabled
        ? `Run the client now, or send_request to see the response. set_fault ${fault} with enabled false ends it.`
        : 'The fault is off.',
    };
  },
});

export const resetWorld = defineTool({
  name: 'reset_world',
  title: 'Reset a world',
  description: 'Restores the start of a world: its data, faults, clock and journal. What was changed is lost.',
  changes: true,
  input: { world: worldArgument },
  output: {
    name: z.string(),
    scenario: z.string().nullable(),
    collections: z.record(z.string(), z.int()),
    faults: z.array(z.string()),
  },
  run: async ({ world }, target) => ({
    content: await callJson(target, { method: 'POST', path: apiPath(['worlds', world, 'reset']) }),
    next: 'The numbers of exchanges restart at 1. list_items shows the items.',
  }),
});

export const moveClock = defineTool({
  name: 'move_clock',
  title: 'Move the clock',
  description:
    'Moves the time of a world: advance by a duration (2h), or set now (2030-06-01T00:00:00Z). Delayed responses that are due then are delivered at once.',
  changes: true,
  input: {
    world: worldArgument,
    advance: z.string({ error: 'a duration such as 30s, 5m or 2h' }).optional().describe('A duration such as 2h.'),
    now: z.string({ error: 'a time such as 2030-06-01T00:00:00Z' }).optional().describe('A time in ISO 8601.'),
    frozen: z.boolean({ error: 'true or false' }).optional().describe('Whether the clock stands still.'),
  },
  output: { now: z.string(), frozen: z.boolean() },
  run: async ({ world, ...change }, target) => {
    if (Object.values(change).every((value) => value === undefined))
      throw callRejected('Nothing says how to move the clock.', 'Pass advance, now or frozen.');
    const path = apiPath(['worlds', world, 'clock']);
    const clock = await callJson(target, { method: 'PUT', path, body: change as Json });
    return {
      content: { ...clock, world },
      next: 'Requests now see this time: send_request shows the effect, such as an operation past its sunset.',
    };
  },
});
