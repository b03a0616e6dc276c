import { AnimalList } from './animal-list.tsx';
import { inState } from './mock.ts';

export default { component: AnimalList };

export const Full = { parameters: inState('full') };
export const Empty = { parameters: inState('empty', { scenario: 'empty' }), args: { title: 'Nobody is in' } };
export const Waiting = { parameters: inState('waiting', { faults: ['hang'] }) };
export const Closed = { parameters: inState('closed', { faults: ['unavailable'] }) };
export const Offline = { parameters: inState('offline', { faults: ['offline'] }) };
