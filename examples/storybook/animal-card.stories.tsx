import { type Animal, AnimalCard } from './animal-card.tsx';
import { vivarium } from './mock.ts';

const animal = (over = {}): Animal => vivarium.sample<Animal>('Pet', { with: over });

export default { component: AnimalCard };

export const Available = { args: { animal: animal({ status: 'available' }) } };
export const Sold = { args: { animal: animal({ status: 'sold' }) } };
export const WithTheLeast = { args: { animal: vivarium.sample<Animal>('Pet', { extreme: 'minimal' }) } };
export const WithALongName = { args: { animal: vivarium.sample<Animal>('Pet', { extreme: 'longest' }) } };
