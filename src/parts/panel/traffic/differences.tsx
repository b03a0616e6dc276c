/** Where the real service differs from the simulation. */
import type { Exchange } from '../api/types.ts';
import { plural } from '../parts/format-values.ts';

type Difference = NonNullable<Exchange['differences']>[number];

export const Differences = ({ differences }: { readonly differences: Exchange['differences'] | undefined }) => {
  if (differences === undefined) return null;
  if (differences.length === 0) return <p class="quiet">Compared with the simulation: no difference.</p>;
  return (
    <section class="drift" aria-label="Differences from the simulation">
      <h3>{plural(differences.length, 'difference')} from the simulation</h3>
      <table>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Where</th>
            <th scope="col">Simulated</th>
            <th scope="col">Real</th>
          </tr>
        </thead>
        <tbody>
          {differences.map((difference) => (
            <Row key={`${difference.kind} ${difference.pointer}`} difference={difference} />
          ))}
        </tbody>
      </table>
    </section>
  );
};

const Row = ({ difference: { kind, pointer, simulated, real, breaking } }: { readonly difference: Difference }) => (
  <tr>
    <td>
      {kind}
      {breaking && (
        <>
          {' '}
          <span class="mark violation" title="A client may break">
            breaking
          </span>
        </>
      )}
    </td>
    <td>{pointer === '' ? <span class="quiet">the response</span> : <code>{pointer}</code>}</td>
    <td>{kind === 'additional' ? <span class="quiet">not there</span> : <code>{shown(simulated)}</code>}</td>
    <td>{kind === 'missing' ? <span class="quiet">not there</span> : <code>{shown(real)}</code>}</td>
  </tr>
);

const shown = (value: unknown): string => JSON.stringify(value);
