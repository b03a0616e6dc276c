import { useState } from 'preact/hooks';
import { Button } from '../parts/button.tsx';
import { faults } from '../state/world.ts';
import { newDraft } from './draft.ts';
import { byPlace, groups } from './effects.ts';
import { FaultDialog } from './fault-dialog.tsx';
import { FaultRow } from './fault-row.tsx';
import { Probe } from './probe.tsx';

export const FaultsView = () => {
  const [isAdding, setAdding] = useState(false);
  const own = faults.value.filter(({ builtIn }) => !builtIn);
  return (
    <div class="page faults">
      <header class="page-head">
        <div>
          <h1>Faults</h1>
          <p class="quiet">A switch takes effect with the next request. Everything else goes on as usual.</p>
        </div>
        <Button icon="plus" kind="main" onClick={() => setAdding(true)}>
          Add a fault
        </Button>
      </header>
      <Probe />
      <div class="groups">
        {own.length > 0 && (
          <section aria-labelledby="group-own">
            <h2 id="group-own">Of your own</h2>
            <p class="quiet">From the scenario or added later.</p>
            <ul>
              {own.map((fault) => (
                <FaultRow key={fault.name} fault={fault} />
              ))}
            </ul>
          </section>
        )}
        {groups.map(({ group, title, description }) => (
          <section key={group} aria-labelledby={`group-${group}`}>
            <h2 id={`group-${group}`}>{title}</h2>
            <p class="quiet">{description}</p>
            <ul>
              {faults.value
                .filter((fault) => fault.builtIn && fault.group === group)
                .toSorted(byPlace)
                .map((fault) => (
                  <FaultRow key={fault.name} fault={fault} />
                ))}
            </ul>
          </section>
        ))}
      </div>
      {isAdding && <FaultDialog draft={newDraft()} onClose={() => setAdding(false)} />}
    </div>
  );
};
