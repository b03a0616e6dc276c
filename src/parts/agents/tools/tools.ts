/** All tools, in the order in which an agent meets them. */

import { moveClock, resetWorld, setFault } from './change-world.ts';
import { coverage, gate } from './coverage-tool.ts';
import { describeService } from './describe-service.ts';
import { explainExchange, listExchanges, sendRequest } from './exchanges-tool.ts';
import { explainOperation } from './explain-operation.ts';
import { listItems, putItems } from './items.ts';
import type { Tool } from './tool.ts';

export const tools: readonly Tool[] = [
  describeService,
  explainOperation,
  sendRequest,
  listExchanges,
  explainExchange,
  coverage,
  gate,
  listItems,
  setFault,
  putItems,
  resetWorld,
  moveClock,
];
