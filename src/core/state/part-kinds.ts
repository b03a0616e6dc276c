import type { Service, ServicePart } from '../service/service.ts';
import { ratesPart, replaysPart } from './latest-part.ts';
import { upstreamsPart } from './upstream-choice.ts';

/** The parts of the states of a service: those that every state has, and those that are attached. */
export const partKindsOf = ({ attached = [] }: Pick<Service, 'attached'>): readonly ServicePart[] => [
  replaysPart,
  ratesPart,
  upstreamsPart,
  ...attached,
];
