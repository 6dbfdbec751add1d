import { useQuery } from '@tanstack/react-query';
import { labelsQuery } from './queries.ts';

/** Offers the labels there are, except these, to the input that names this list. */
export function KnownLabels({ id, except = [] }: { id: string; except?: readonly string[] }) {
  const known = useQuery(labelsQuery).data?.items ?? [];
  const isTaken = (name: string) => except.some((one) => one.toLowerCase() === name.toLowerCase());
  return (
    <datalist id={id}>
      {known
        .filter(({ name }) => !isTaken(name))
        .map(({ name }) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
    </datalist>
  );
}
