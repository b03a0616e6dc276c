/** `/_vivarium/mcp`: the Model Context Protocol for agents, behind the guard of the control API. */

import type { RequestHandler } from 'express';
import type { HandleMcp } from '../../parts/agents/http-handler.ts';
import { defaultWorldName } from '../../world/world-name.ts';
import { createLocalCall } from './local-call.ts';
import type { ControlContext } from './perform.ts';
import { createSentReader, sendControlResponse } from './request/control-call.ts';

export const createMcpEndpoint = (context: ControlContext, maxBodyBytes: number): RequestHandler => {
  const readSent = createSentReader(maxBodyBytes);
  let loading: Promise<HandleMcp> | undefined;
  return async (request, response) => {
    const read = await readSent(request, response);
    if (read === undefined) return;
    if (!('body' in read)) {
      sendControlResponse(request, response, read);
      return;
    }
    loading ??= loadHandler(context);
    await (await loading)(request, response, read.body);
  };
};

/** Only a server that an agent calls needs the protocol. */
const loadHandler = async (context: ControlContext): Promise<HandleMcp> => {
  const { createMcpHttpHandler } = await import('../../parts/agents/http-handler.ts');
  const { version, logger, allowsChanges } = context;
  const onError = (error: unknown): void => logger.error('Internal error in a tool for agents.', error);
  const targetOf = (origin: string) => ({
    call: createLocalCall(context, origin),
    allowsChanges,
    world: defaultWorldName,
  });
  return createMcpHttpHandler({ version, onError }, targetOf);
};
