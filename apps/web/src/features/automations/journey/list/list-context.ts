import { createContext, use } from 'react';

type ListParts = {
  onEdit: () => void;
  isWide: boolean;
  /** The step below which the menu of kinds is open. */
  adding: string | null;
  setAdding: (stepId: string | null) => void;
};

export const ListContext = createContext<ListParts | null>(null);

export function useList(): ListParts {
  const list = use(ListContext);
  if (!list) throw new Error('This part belongs inside the list of steps');
  return list;
}
