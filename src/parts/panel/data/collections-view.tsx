import { useEffect } from 'preact/hooks';
import { ConfirmButton } from '../parts/dialog.tsx';
import { formatCount } from '../parts/format-values.ts';
import { Empty, PageHead } from '../parts/page-head.tsx';
import { resetWorld, world } from '../state/current-world.ts';
import { attempt } from '../state/notice.ts';
import { linkTo, route, worldName } from '../state/view-route.ts';
import { Changes } from './changes.tsx';
import { CollectionTable } from './collection-table.tsx';
import { collections, loadCollections, nest } from './shown-collections.ts';

/** Takes the place of a collection's name. No path starts with it. */
const changes = '~changes';

/** No query for another collection: the order and the search belong to one. */
const noQuery = new URLSearchParams();

export const CollectionsView = () => {
  useEffect(() => {
    void attempt(loadCollections);
  }, []);
  const infos = collections.value;
  const nested = nest(infos ?? []);
  const [asked] = route.value.rest;
  const shown = asked === changes ? undefined : (nested.find(({ info }) => info.name === asked) ?? nested[0])?.info;
  return (
    <div class="page">
      <PageHead
        title="Data"
        text={`What the world ${worldName.value} holds now. Edits are checked against the document.`}
      >
        <ConfirmButton
          text="Reset the world"
          icon="replay"
          question={`Data, faults, clock and journal of the world ${worldName.value} go back to their start.`}
          action="Reset the world"
          onConfirm={resetWorld}
        />
      </PageHead>
      {infos?.length === 0 && (
        <Empty title="This service has no collections">
          <p>The engine found no resources in the document. Interface shows the reason for each operation.</p>
        </Empty>
      )}
      <div class="columns late" style={{ '--columns': '13rem 1fr' }}>
        <nav class="side-list links" aria-label="Collections">
          {nested.map(({ info, depth }) => (
            <a
              key={info.name}
              href={linkTo('data', [info.name], noQuery)}
              aria-current={info === shown ? 'page' : undefined}
              style={{ paddingInlineStart: `${0.7 + depth * 1.1}rem` }}
            >
              <span class="grow">
                {depth > 0 && <span class="quiet">└&nbsp;</span>}
                {info.name}
              </span>
              <span class="quiet">{formatCount(world.value?.collections[info.name] ?? 0)}</span>
            </a>
          ))}
          <a href={linkTo('data', [changes], noQuery)} aria-current={asked === changes ? 'page' : undefined}>
            Changes since the start
          </a>
        </nav>
        <div>{asked === changes ? <Changes /> : shown && <CollectionTable key={shown.name} info={shown} />}</div>
      </div>
    </div>
  );
};
