export interface Animal {
  readonly id: number;
  readonly name: string;
  readonly categoryId: number;
  readonly status?: 'available' | 'pending' | 'sold';
}

export const AnimalCard = ({ animal }: { readonly animal: Animal }) => (
  <article>
    <h2>{animal.name}</h2>
    <p>
      Number {animal.id}, {animal.status ?? 'not for sale'}
    </p>
  </article>
);
