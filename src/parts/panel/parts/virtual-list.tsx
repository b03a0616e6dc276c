/** A list of thousands of rows. Only visible rows are in the page. */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

interface Identified {
  readonly id: number;
}

interface VirtualListProps<Item> {
  readonly items: readonly Item[];
  readonly rowHeight: number;
  readonly label: string;
  readonly selected: number | undefined;
  readonly onSelect: (item: Item) => void;
  readonly renderRow: (item: Item) => ComponentChildren;
  readonly empty: ComponentChildren;
}

/** The number of additional rows above and below the visible ones, so that rows exist before they are visible. */
const margin = 6;

export const VirtualList = <Item extends Identified>(props: VirtualListProps<Item>) => {
  const { items, rowHeight, label, selected, onSelect, renderRow, empty } = props;
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const height = useHeight(box, items.length === 0);
  /** The row selected with the arrow keys. */
  const [active, setActive] = useState<number | undefined>(undefined);
  const noteTop = useAnchor(box, items, rowHeight);

  const first = Math.max(0, Math.floor(top / rowHeight) - margin);
  const last = Math.min(items.length, Math.ceil((top + height) / rowHeight) + margin);
  const current = active ?? selected;
  const inSight = items.slice(first, last);
  const isInSight = inSight.some((item) => item.id === current);

  const bringIntoSight = (index: number) => {
    const element = box.current as HTMLDivElement;
    const { clientHeight } = element;
    if (index * rowHeight < element.scrollTop) element.scrollTop = index * rowHeight;
    else if ((index + 1) * rowHeight > element.scrollTop + clientHeight)
      element.scrollTop = (index + 1) * rowHeight - clientHeight;
  };
  const move = (to: number) => {
    const index = Math.min(items.length - 1, Math.max(0, to));
    const item = items[index];
    if (item === undefined) return;
    setActive(item.id);
    bringIntoSight(index);
  };
  // Selected by an address or by a neighbour, and when the rows get another height.
  const selectedIndex = selected === undefined ? -1 : items.findIndex((item) => item.id === selected);
  useLayoutEffect(() => {
    if (selectedIndex >= 0) bringIntoSight(selectedIndex);
  }, [selected, selectedIndex >= 0, rowHeight]);

  const onKeyDown = (event: KeyboardEvent) => {
    const index = items.findIndex((item) => item.id === current);
    const to = targetOf(event.key, index, items.length, Math.floor(height / rowHeight));
    if (to !== undefined) move(to);
    else if ((event.key === 'Enter' || event.key === ' ') && items[index] !== undefined) onSelect(items[index] as Item);
    else return;
    event.preventDefault();
  };

  if (items.length === 0)
    return (
      <div ref={box} class="virtual">
        {empty}
      </div>
    );
  return (
    <div
      ref={box}
      class="virtual"
      role="listbox"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={isInSight ? `row-${current}` : undefined}
      onKeyDown={onKeyDown}
      onScroll={(event) => {
        setTop(event.currentTarget.scrollTop);
        noteTop(event.currentTarget.scrollTop);
      }}
    >
      <div class="virtual-space" style={{ height: `${items.length * rowHeight}px` }}>
        {inSight.map((item, index) => {
          const { id } = item;
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list takes the keys
            <div
              key={id}
              id={`row-${id}`}
              class={id === active ? 'virtual-row active' : 'virtual-row'}
              role="option"
              tabIndex={-1}
              aria-selected={id === selected}
              aria-setsize={items.length}
              aria-posinset={first + index + 1}
              style={{ transform: `translateY(${(first + index) * rowHeight}px)`, height: `${rowHeight}px` }}
              onClick={() => {
                setActive(id);
                onSelect(item);
              }}
            >
              {renderRow(item)}
            </div>
          );
        })}
      </div>
    </div>
  );
};

/** The height of the visible part of a list. */
const useHeight = (box: { readonly current: HTMLDivElement | null }, isEmpty: boolean): number => {
  const [height, setHeight] = useState(600);
  useLayoutEffect(() => {
    const element = box.current as HTMLDivElement;
    const observer = new ResizeObserver(() => setHeight(element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
    // Another element takes its place when the list becomes empty.
  }, [isEmpty]);
  return height;
};

/** The index that a key moves to; undefined for other keys. */
const targetOf = (key: string, index: number, count: number, visibleRows: number): number | undefined => {
  const page = Math.max(1, visibleRows - 1);
  const targets: Readonly<Record<string, number>> = {
    ArrowDown: index + 1,
    ArrowUp: index - 1,
    PageDown: index + page,
    PageUp: index - page,
    Home: 0,
    End: count - 1,
  };
  return targets[key];
};

/** New rows are added at the top. If the reader has scrolled down, the visible rows keep their position. */
const useAnchor = (
  box: { readonly current: HTMLDivElement | null },
  items: readonly Identified[],
  rowHeight: number,
): ((top: number) => void) => {
  const anchored = useRef<{ readonly id: number; readonly offset: number } | undefined>(undefined);
  const note = (top: number) => {
    const index = Math.floor(top / rowHeight);
    const item = items[index];
    anchored.current = index === 0 || item === undefined ? undefined : { id: item.id, offset: top - index * rowHeight };
  };
  useLayoutEffect(() => {
    const element = box.current;
    const { current } = anchored;
    if (element === null || current === undefined) return;
    const index = items.findIndex((item) => item.id === current.id);
    // Rows that were removed at the end cannot keep their position.
    if (index >= 0) element.scrollTop = index * rowHeight + current.offset;
  }, [items]);
  return note;
};
