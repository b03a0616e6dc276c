import { z } from 'zod';
import type { Json, JsonObject } from '../../../core/primitives/json.ts';
import { callJson, defineTool, type List, limitArgument, offsetArgument, withProperties } from './tool.ts';

const shownWorlds = 20;

interface Described {
  readonly services: readonly JsonObject[];
  readonly operations: readonly OperationRow[];
}

/** An operation as the control API lists it. */
export type OperationRow = JsonObject & {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly deprecated: boolean;
  readonly collection: string | null;
  readonly reason: string;
  /** The name of its service, where there are several. */
  readonly service?: string;
};

export const describeService = defineTool({
  name: 'describe_service',
  title: 'Describe the service',
  description:
    'Start here. The simulated service: its address, its operations, the collections of items that it keeps, the open worlds and the scenarios.',
  input: { limit: limitArgument(100), offset: offsetArgument },
  output: {
    services: z
      .array(z.looseObject({ name: z.string(), title: z.string(), version: z.string(), url: z.string() }))
      .describe('The services; `url` is the base URL that clients use.'),
    allowsChanges: z.boolean().describe('Whether tools may change worlds.'),
    operations: z.array(
      z.looseObject({
        operation: z.string(),
        method: z.string(),
        path: z.string().describe('Below the base URL.'),
        collection: z.string().nullable().describe('The collection whose items it reads or changes.'),
        action: z.string().nullable(),
      }),
    ),
    operationCount: z.int(),
    collections: z.array(z.looseObject({ name: z.string(), id: z.string().nullable() })),
    worlds: z.array(z.looseObject({ name: z.string(), exchanges: z.int(), faults: z.array(z.string()) })),
    worldCount: z.int(),
    scenarios: z.array(z.looseObject({ name: z.string() })),
  },
  run: async ({ limit, offset }, target) => {
    const [service, collections, worlds, scenarios] = await Promise.all([
      callJson<Described>(target, { path: '/service' }),
      callJson<List>(target, { path: '/service/collections' }),
      callJson<List>(target, { path: `/worlds?limit=${shownWorlds}` }),
      callJson<List>(target, { path: '/scenarios' }),
    ]);
    const all = service.operations;
    const operations = all.slice(offset, offset + limit).map(viewOperation);
    return {
      content: {
        services: service.services,
        allowsChanges: target.allowsChanges,
        operations,
        operationCount: all.length,
        collections: collections.items.map((one) => withProperties(one, ['name', 'kind', 'id', 'parents'])),
        worlds: worlds.items.map((one) => withProperties(one, ['name', 'scenario', 'exchanges', 'faults', 'clock'])),
        worldCount: worlds.total,
        scenarios: scenarios.items,
      },
      rows: {
        name: 'operations',
        offset,
        total: all.length,
        more: (shown) => `Call describe_service with offset ${shown} for the next operations.`,
      },
      next: `explain_operation shows a valid request for an operation, send_request sends one, list_exchanges shows what the clients sent, coverage what they did not call.${target.allowsChanges ? '' : ' Worlds cannot be changed: the server was started without --allow-changes.'}`,
    };
  },
});

/** Leaves out what is usual. */
const viewOperation = (operation: OperationRow): Json => ({
  ...withProperties(operation, ['operation', 'service', 'method', 'path', 'collection', 'action']),
  ...(operation.deprecated && { deprecated: true }),
  ...(operation.collection === null && { reason: operation.reason }),
});
