/** The correct responses of the animal store in one world: a plain array, independent of the code under test. */
export interface Pet {
  readonly id: number;
  readonly name: string;
  readonly categoryId: number;
  readonly status?: string;
}

export class Model {
  readonly #start: readonly Pet[];
  pets: Pet[] = [];
  nextId = 1;
  /** The number of the last exchange; undefined while it is not known. */
  lastExchange: number | undefined = 0;

  /** `start`: the data of the scenario. */
  constructor(start: readonly Pet[]) {
    this.#start = start;
    this.reset();
  }

  reset(): void {
    this.pets = [...this.#start];
    this.nextId = Math.max(0, ...this.#start.map(({ id }) => id)) + 1;
    this.lastExchange = 0;
  }

  create(pet: Omit<Pet, 'id'>): Pet {
    const created = { ...pet, id: this.nextId++ };
    this.pets.push(created);
    return created;
  }

  /** As the control API stores it: a new item is appended, a known one keeps its position. */
  put(pet: Pet): 'created' | 'replaced' {
    const at = this.pets.findIndex(({ id }) => id === pet.id);
    if (at >= 0) this.pets[at] = pet;
    else this.pets.push(pet);
    this.nextId = Math.max(this.nextId, pet.id + 1);
    return at >= 0 ? 'replaced' : 'created';
  }

  delete(id: number): boolean {
    const before = this.pets.length;
    this.pets = this.pets.filter((pet) => pet.id !== id);
    return this.pets.length < before;
  }

  find(id: number): Pet | undefined {
    return this.pets.find((pet) => pet.id === id);
  }

  list({ limit = 20, status }: { readonly limit?: number; readonly status?: string } = {}): readonly Pet[] {
    return this.pets.filter((pet) => status === undefined || pet.status === status).slice(0, limit);
  }
}
