/** `/_vivarium/mcp`: the Model Context Protocol for agents, behind the guard of the control API. */

import type { RequestHandler } from 'express';
import { lazily } from '../../core/primitives/lazy.ts';
import { defaultWorldName } from '../../world/world-name.ts';
import { createLocalCall } from './local-call.ts';
import type { ControlContext } from './perform.ts';
import { createSentReader, sendControlResponse } from './request/control-call.ts';

export const createMcpEndpoint = (context: ControlContext, maxBodyBytes: number): RequestHandler => {
  const readSent = createSentReader(maxBodyBytes);
  const load = lazily(() => loadHandler(context));
  return async (request, response) => {
    const read = await readSent(request, response);
    if (read === undefined) return;
    if (!('body' in read)) {
      sendControlResponse(request, response, read);
      return;
    }
    await (await load())(request, response, read.body);
  };
};

/** Only an agent needs the protocol. */
export const loadAgents = () => import('../../parts/agents/index.ts');

const loadHandler = async (context: ControlContext) => {
  const { createMcpHttpHandler } = await loadAgents();
  const { version, logger, allowsChanges } = context;
  const onError = (error: unknown) => logger.error('Internal error in a tool for agents.', error);
  const targetOf = (origin: string) => ({
    call: createLocalCall(context, origin),
    allowsChanges,
    world: defaultWorldName,
  });
  return createMcpHttpHandler({ version, onError }, targetOf);
};
