import { useState } from 'preact/hooks';
import type { Fault } from '../api/types.ts';
import { Button } from '../parts/button.tsx';
import { Search } from '../parts/controls.tsx';
import { Empty } from '../parts/empty.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { queryText } from '../state/address.ts';
import { containsWords } from '../state/contains-words.ts';
import { faults } from '../state/current-world.ts';
import { route, setQuery } from '../state/view-route.ts';
import { newDraft } from './draft.ts';
import { byPlace, groups } from './effect-values.ts';
import { FaultDialog } from './fault-dialog.tsx';
import { FaultRow, scopeOf } from './fault-row.tsx';
import { Probe } from './probe.tsx';

const isFound = (fault: Fault, text: string): boolean => {
  const title = groups.find(({ group }) => group === fault.group)?.title;
  return containsWords([fault.name, fault.description, fault.group, title, fault.status, scopeOf(fault)], text);
};

export const FaultsView = () => {
  const [isAdding, setAdding] = useState(false);
  const text = queryText(route.value.query, 'text');
  const found = faults.value.filter((fault) => isFound(fault, text));
  const own = found.filter(({ builtIn }) => !builtIn);
  const shownGroups = groups.flatMap((group) => {
    const members = found.filter((fault) => fault.builtIn && fault.group === group.group).toSorted(byPlace);
    return members.length === 0 ? [] : [{ ...group, members }];
  });
  return (
    <div class="page faults">
      <PageHead title="Faults" text="A switch takes effect with the next request. Everything else goes on as usual.">
        <Button icon="plus" kind="main" onClick={() => setAdding(true)}>
          Add a fault
        </Button>
      </PageHead>
      <Probe />
      <Search
        class="find"
        label="Find a fault"
        placeholder="Find a fault: name, effect, operation"
        text={text}
        onText={(text) => setQuery({ text: text || undefined })}
      />
      {found.length === 0 && faults.value.length > 0 && <Empty title="No fault has this text" />}
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
        {shownGroups.map(({ group, title, description, members }) => (
          <section key={group} aria-labelledby={`group-${group}`}>
            <h2 id={`group-${group}`}>{title}</h2>
            <p class="quiet">{description}</p>
            <ul>
              {members.map((fault) => (
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
