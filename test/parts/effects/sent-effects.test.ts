/** What is sent to an action or a change does more than to be stored: it is what the verb makes of it. */
import { expect, test } from 'vitest';
import type { Json } from '../../../src/core/primitives/json.ts';
import { servePaths } from '../../openapi/resources/served.ts';
import { boolean, integer, listOf, object, operation, ref, text } from '../../short-document.ts';

const time = { type: 'string', format: 'date-time' };
const Agent = object({ id: integer, name: text }, ['id']);

interface Case {
  readonly verb: string;
  /** The properties of the item beside its id. */
  readonly own: object;
  readonly sent?: object;
  readonly body?: Json;
  readonly before?: object;
  readonly after: object;
  readonly rest?: object;
  readonly method?: string;
}

/** The ticket after an action. */
const ticketAfter = async ({ verb, own, sent, body, before = {}, rest = {}, method = 'POST' }: Case) => {
  const Ticket = object({ id: integer, subject: text, ...own }, ['id']);
  const act = operation(ref('Ticket'), { ...(sent && { takes: object(sent) }), ...rest });
  const { send, get } = await servePaths(
    {
      '/tickets': { get: operation(listOf(ref('Ticket'))), post: operation(ref('Ticket'), { takes: ref('Ticket') }) },
      '/tickets/{id}': { get: operation(ref('Ticket')), ...(verb === '' && { [method.toLowerCase()]: act }) },
      ...(verb !== '' && { [`/tickets/{id}/${verb}`]: { [method.toLowerCase()]: act } }),
      '/agents': { get: operation(listOf(ref('Agent'))), post: operation(ref('Agent'), { takes: Agent }) },
      '/agents/{id}': { get: operation(ref('Agent')) },
    },
    { Ticket, Agent },
    {
      clock: { at: '2030-01-01T00:00:00Z', frozen: true },
      data: { agents: [{ id: 7, name: 'Ada' }], tickets: [{ id: 1, subject: 'Help', ...before }] },
    },
  );
  expect((await send(method, `/tickets/1${verb === '' ? '' : `/${verb}`}`, body)).status).toBe(200);
  return (await get('/tickets/1')).body;
};

const now = '2030-01-01T00:00:00.000Z';
const assigned = { agentId: integer };

test.each<[string, Case]>([
  [
    'assigneeId',
    { verb: 'assign', own: { assigneeId: integer }, sent: assigned, body: { agentId: 7 }, after: { assigneeId: 7 } },
  ],
  [
    'an object',
    {
      verb: 'assign',
      own: { assignee: ref('Agent') },
      sent: { agent_id: integer },
      body: { agent_id: 7 },
      after: { assignee: { id: 7, name: 'Ada' } },
    },
  ],
  [
    'assigned_to',
    {
      verb: 'assign',
      own: { assigned_to_id: integer, assigned_at: time },
      sent: { user_id: integer },
      body: { user_id: 7 },
      after: { assigned_to_id: 7, assigned_at: now },
    },
  ],
  [
    'of two, the id',
    {
      verb: 'assign',
      own: { assignee: text, assigneeId: integer },
      sent: assigned,
      body: { agentId: 7 },
      after: { assigneeId: 7 },
    },
  ],
  [
    'not that of the item itself',
    {
      verb: 'assign',
      own: { assigneeId: integer },
      sent: { ...assigned, ticketId: integer },
      body: { agentId: 7, ticketId: 1 },
      after: { assigneeId: 7 },
    },
  ],
  [
    'by the description',
    {
      verb: 'delegate',
      own: { assigneeId: integer },
      sent: assigned,
      body: { agentId: 7 },
      rest: { summary: 'Assigns it to an agent' },
      after: { assigneeId: 7 },
    },
  ],
  [
    'merged into',
    {
      verb: 'merge',
      own: { merged_into_id: integer },
      sent: { target_id: integer },
      body: { target_id: 5 },
      after: { merged_into_id: 5 },
    },
  ],
  [
    'an invitee',
    {
      verb: 'invite',
      own: { inviteeId: integer },
      sent: { userId: integer },
      body: { userId: 7 },
      after: { inviteeId: 7 },
    },
  ],
  [
    'a reason',
    {
      verb: 'cancel',
      own: { cancellation_reason: text },
      sent: { reason: text },
      body: { reason: 'late' },
      after: { cancellation_reason: 'late' },
    },
  ],
  [
    'a part of an amount',
    {
      verb: 'refund',
      own: { amount: integer, refunded_amount: integer },
      before: { amount: 50 },
      sent: { amount: integer },
      body: { amount: 20 },
      after: { amount: 50, refunded_amount: 20 },
    },
  ],
  [
    'another amount stays what it is',
    {
      verb: 'pay',
      own: { status: text, payment_status: text },
      sent: { status: text },
      body: { status: 'x' },
      after: { status: 'x' },
    },
  ],
  [
    'opened again',
    {
      verb: 'unassign',
      own: { assigneeId: integer, assigned_at: time },
      before: { assigneeId: 7, assigned_at: now },
      after: {},
    },
  ],
  [
    'reset by DELETE',
    { verb: 'assign', method: 'DELETE', own: { assigned_to: text }, before: { assigned_to: 'Ada' }, after: {} },
  ],
  [
    'a time beside a free status',
    {
      verb: 'resolve',
      own: { status: text, resolvedAt: time },
      before: { status: 'open' },
      after: { status: 'resolved', resolvedAt: now },
    },
  ],
  [
    'the time of a flag',
    {
      verb: 'read',
      own: { isRead: boolean, readAt: time },
      before: { isRead: false },
      after: { isRead: true, readAt: now },
    },
  ],
  ['a verb with a particle', { verb: 'check-in', own: { checked_in_at: time }, after: { checked_in_at: now } }],
  [
    'an irregular verb',
    {
      verb: 'leave',
      own: { status: { enum: ['waiting', 'left'] }, left_at: time },
      before: { status: 'waiting' },
      after: { status: 'left', left_at: now },
    },
  ],
])('an action sets what its verb makes of what is sent: %s', async (_, one) => {
  expect(await ticketAfter(one)).toEqual({ id: 1, subject: 'Help', ...one.after });
});

const state = { enum: ['opened', 'closed'] };

test.each<[string, Case]>([
  [
    'an event',
    {
      verb: '',
      method: 'PUT',
      own: { state, closed_at: time },
      before: { state: 'opened' },
      sent: { subject: text, state_event: { enum: ['close', 'reopen'] } },
      body: { subject: 'Help', state_event: 'close' },
      after: { state: 'closed', closed_at: now },
    },
  ],
  [
    'an event that reverts',
    {
      verb: '',
      method: 'PUT',
      own: { state, closed_at: time },
      before: { state: 'closed', closed_at: now },
      sent: { subject: text, state_event: { enum: ['close', 'reopen'] } },
      body: { subject: 'Help', state_event: 'reopen' },
      after: { state: 'opened' },
    },
  ],
  [
    'an event of a status of any text',
    {
      verb: '',
      method: 'PUT',
      own: { state: { ...text, example: 'opened' } },
      before: { state: 'closed' },
      sent: { subject: text, state_event: { enum: ['close', 'reopen'] } },
      body: { subject: 'Help', state_event: 'reopen' },
      after: { state: 'opened' },
    },
  ],
  [
    'no event',
    {
      verb: '',
      method: 'PATCH',
      own: { state },
      before: { state: 'opened' },
      sent: { subject: text, state_event: { enum: ['close'] } },
      body: {},
      after: { state: 'opened' },
    },
  ],
  [
    'an action in a body',
    {
      verb: 'decision',
      own: { state: { enum: ['new', 'approved', 'rejected'] } },
      sent: { action: { enum: ['approve', 'reject'] } },
      body: { action: 'reject' },
      after: { state: 'rejected' },
    },
  ],
  [
    'what is added and removed',
    {
      verb: '',
      method: 'PATCH',
      own: { labels: listOf(text) },
      before: { labels: ['a', 'b'] },
      sent: { add_labels: listOf(text), remove_labels: listOf(text) },
      body: { add_labels: ['c'], remove_labels: ['a'] },
      after: { labels: ['b', 'c'] },
    },
  ],
  [
    'added by an action',
    {
      verb: 'modify',
      own: { labelIds: listOf(text) },
      before: { labelIds: ['a'] },
      sent: { addLabelIds: listOf(text) },
      body: { addLabelIds: ['b'] },
      after: { labelIds: ['a', 'b'] },
    },
  ],
  [
    'a status with its time',
    {
      verb: '',
      method: 'PATCH',
      own: { status: text, closed_at: time },
      sent: { status: text },
      body: { status: 'Closed' },
      after: { status: 'Closed', closed_at: now },
    },
  ],
  [
    'another status',
    {
      verb: '',
      method: 'PATCH',
      own: { status: text, closed_at: time },
      sent: { status: text },
      body: { status: 'open' },
      after: { status: 'open' },
    },
  ],
  [
    'an edit',
    {
      verb: '',
      method: 'PATCH',
      own: { edited_at: time, isEdited: boolean },
      sent: { subject: text },
      body: { subject: 'Help' },
      after: { edited_at: now, isEdited: true },
    },
  ],
])('a change does what is sent: %s', async (_, one) => {
  expect(await ticketAfter(one)).toEqual({ id: 1, subject: 'Help', ...one.after });
});

test('who does something is the caller, and nobody any more once it is taken back', async () => {
  const User = object({ id: integer, name: text, email: text }, ['id', 'name']);
  const Expense = object({ id: integer, state: text, approvedBy: text, approvedAt: time, closed_by: ref('User') }, [
    'id',
  ]);
  const act = { post: operation(ref('Expense'), { security: [{ key: [] }] }) };
  const { send } = await servePaths(
    {
      '/me': { get: operation(ref('User')) },
      '/users': { get: operation(listOf(ref('User'))) },
      '/users/{id}': { get: operation(ref('User')) },
      '/expenses': { get: operation(listOf(ref('Expense'))), post: operation(ref('Expense'), { takes: object({}) }) },
      '/expenses/{id}': { get: operation(ref('Expense')) },
      ...Object.fromEntries(['approve', 'unapprove', 'close', 'reopen'].map((verb) => [`/expenses/{id}/${verb}`, act])),
    },
    { User, Expense },
    { data: { users: [{ id: 4, name: 'Ada', email: 'ada@example.com' }], expenses: [{ id: 1 }] } },
    { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
  );
  const done = async (verb: string) =>
    (await send('POST', `/expenses/1/${verb}`, undefined, undefined, { authorization: 'Bearer x' })).body;
  expect(await done('approve')).toMatchObject({ approvedBy: 'Ada', state: 'approved' });
  expect(await done('unapprove')).not.toHaveProperty('approvedBy');
  expect((await done('close')).closed_by).toEqual({ id: 4, name: 'Ada', email: 'ada@example.com' });
  expect(await done('reopen')).not.toHaveProperty('closed_by');
});
