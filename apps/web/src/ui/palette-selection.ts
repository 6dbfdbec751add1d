import { useRef, useState, type KeyboardEvent } from 'react';

/** Tab narrows to the kind of the selected item, Backspace in an empty input widens again. */
export type Narrowing = { label: string | undefined; narrowTo: (itemId: string) => void; widen: () => void };

const movingKeys = new Set(['ArrowUp', 'ArrowDown', 'Home', 'End']);
export const isMoving = ({ key }: KeyboardEvent): boolean => movingKeys.has(key);

/** The first item, whichever group comes last, until somebody moves: Enter opens what stands on top. */
export function useSelection(ids: readonly string[]) {
  const [chosen, setChosen] = useState<string>();
  const isByHand = useRef(false);
  return {
    selected: (chosen !== undefined && ids.includes(chosen) ? chosen : ids[0]) ?? '',
    byHand: () => {
      isByHand.current = true;
    },
    onValueChange: (id: string) => {
      if (isByHand.current) setChosen(id);
    },
    reset: () => {
      isByHand.current = false;
      setChosen(undefined);
    },
  };
}

export function narrowByKey(
  event: KeyboardEvent,
  { label, narrowTo, widen }: Narrowing,
  { selected, isEmpty }: { selected: string; isEmpty: boolean },
): void {
  const isTab = event.key === 'Tab';
  const widens = label !== undefined && ((isTab && event.shiftKey) || (event.key === 'Backspace' && isEmpty));
  const narrows = label === undefined && isTab && !event.shiftKey;
  if (!widens && !narrows) return;
  event.preventDefault();
  if (widens) widen();
  else narrowTo(selected);
}
