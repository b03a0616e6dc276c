/** The places of faults in the panel, and their groups. */
import { builtInFaults } from '../../../core/faults/built-in-faults.ts';

/** `group`: the name in the control API. */
export const groups = [
  { group: 'status', title: 'Responses', description: 'Another status takes the place of the response.' },
  { group: 'time', title: 'Time', description: 'The response comes late, or slowly.' },
  { group: 'transport', title: 'Transport', description: 'The response is lost or damaged on its way.' },
  { group: 'contract', title: 'Contract', description: 'The response is well-formed, but breaks the interface.' },
  { group: 'extreme', title: 'Extremes', description: 'The response is unusual, but keeps the interface.' },
  { group: 'rate', title: 'Rate', description: 'Only some requests are served in a time.' },
  { group: 'webhook', title: 'Webhooks', description: 'What the service sends by itself arrives wrongly.' },
  { group: 'lifecycle', title: 'Lifecycle', description: 'What is created fails later, or gets stuck.' },
  { group: 'token', title: 'Login', description: 'The issuer gives tokens that no operation accepts.' },
];

const order = [...builtInFaults.keys()];

/** The API lists the faults that are on first. Here each keeps its position, so that a second click hits the same switch. */
export const byPlace = (left: { readonly name: string }, right: { readonly name: string }): number =>
  order.indexOf(left.name) - order.indexOf(right.name);
